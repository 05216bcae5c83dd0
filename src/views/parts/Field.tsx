import { type ComponentProps, type ReactElement, type ReactNode, useId } from 'react'
import './field.css'

interface FieldProps {
  readonly label: string
  readonly hint?: ReactNode
  /** The label is read out but not shown: its place makes it plain. */
  readonly labelHidden?: boolean
}

interface SelectProps<Value extends string> extends FieldProps, Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'> {
  readonly value: Value
  readonly options: readonly SelectOption<Value>[]
  readonly onChange: (value: Value) => void
}

export interface SelectOption<Value extends string> {
  readonly value: Value
  readonly label: string
  /** Options of the same group that stand together get its heading. */
  readonly group?: string
  readonly disabled?: boolean
}

/** A choice out of a closed list, the browser's own. */
export function Select<Value extends string>(props: SelectProps<Value>): ReactElement {
  const { label, hint, labelHidden, value, options, onChange, ...rest } = props
  const groups = [...new Set(options.map((option) => option.group))]
  return (
    <FieldFrame label={label} hint={hint} labelHidden={labelHidden}>
      {(control) => (
        <select
          {...rest}
          {...control}
          value={value}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value)
            if (chosen) onChange(chosen.value)
          }}
        >
          {groups.map((group) => {
            const items = options.filter((option) => option.group === group).map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>{option.label}</option>
            ))
            return group === undefined ? items : <optgroup key={group} label={group}>{items}</optgroup>
          })}
        </select>
      )}
    </FieldFrame>
  )
}

interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** One line of text, a number, or a search (by `type`). */
export function TextField({ label, hint, labelHidden, onChange, ...rest }: TextFieldProps): ReactElement {
  return (
    <FieldFrame label={label} hint={hint} labelHidden={labelHidden}>
      {(control) => <input {...rest} {...control} onChange={(event) => onChange(event.target.value)} />}
    </FieldFrame>
  )
}

interface TextAreaProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'onChange' | 'value'> {
  readonly value: string
  readonly onChange: (value: string) => void
}

export function TextArea({ label, hint, labelHidden, onChange, ...rest }: TextAreaProps): ReactElement {
  return (
    <FieldFrame label={label} hint={hint} labelHidden={labelHidden}>
      {(control) => <textarea {...rest} {...control} onChange={(event) => onChange(event.target.value)} />}
    </FieldFrame>
  )
}

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'checked'> {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

export function Checkbox({ label, hint, onChange, ...rest }: CheckboxProps): ReactElement {
  const id = useId()
  return (
    <div className="checkbox">
      <input
        {...rest}
        id={id}
        type="checkbox"
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {hint && <p id={`${id}-hint`} className="field__hint">{hint}</p>}
    </div>
  )
}

interface FieldFrameProps {
  readonly label: string
  readonly hint: ReactNode
  readonly labelHidden: boolean | undefined
  /** The control, with what ties it to its label and hint. */
  readonly children: (control: { readonly id: string; readonly className: string; readonly 'aria-describedby': string | undefined }) => ReactNode
}

function FieldFrame({ label, hint, labelHidden, children }: FieldFrameProps): ReactElement {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : 'field__label'}>{label}</label>
      {children({ id, className: 'field__control', 'aria-describedby': hint ? `${id}-hint` : undefined })}
      {hint && <p id={`${id}-hint`} className="field__hint">{hint}</p>}
    </div>
  )
}
