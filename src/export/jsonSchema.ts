import type * as v from 'valibot'

/** A JSON Schema (draft-07), as far as this site's formats need it. */
export type JsonSchema = Readonly<Record<string, unknown>>

type Schema = v.GenericSchema
type Known =
  | v.StringSchema<undefined>
  | v.NumberSchema<undefined>
  | v.BooleanSchema<undefined>
  | v.NullSchema<undefined>
  | v.LiteralSchema<v.Literal, undefined>
  | v.PicklistSchema<readonly string[], undefined>
  | v.ArraySchema<Schema, undefined>
  | v.RecordSchema<v.GenericSchema<string, string>, Schema, undefined>
  | v.StrictObjectSchema<Readonly<Record<string, Schema>>, undefined>
  | v.VariantSchema<string, v.StrictObjectSchema<Readonly<Record<string, Schema>>, undefined>[], undefined>
  | v.NullableSchema<Schema, undefined>
  | v.ExactOptionalSchema<Schema, undefined>

type Piped = Schema & { readonly pipe: readonly (v.GenericPipeItem & Readonly<Record<string, unknown>>)[] }

const known: ReadonlySet<string> = new Set([
  'string', 'number', 'boolean', 'null', 'literal', 'picklist', 'array', 'record', 'strict_object', 'variant', 'nullable', 'exact_optional',
])

/** The JSON Schema that accepts what a valibot schema accepts. @throws on a kind of schema or check it does not know. */
export function jsonSchema(schema: Schema): JsonSchema {
  const checks = isPiped(schema) ? Object.assign({}, ...schema.pipe.slice(1).map((item) => checkOf(item, schema.type))) as JsonSchema : {}
  return { ...baseOf(schema), ...checks }
}

function baseOf(schema: Schema): JsonSchema {
  if (!isKnown(schema)) throw new Error(`no JSON Schema for a valibot ${schema.type}`)
  switch (schema.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return { type: schema.type }
    case 'literal':
      return { const: schema.literal }
    case 'picklist':
      return { enum: schema.options }
    case 'array':
      return { type: 'array', items: jsonSchema(schema.item) }
    case 'record':
      return { type: 'object', additionalProperties: jsonSchema(schema.value) }
    case 'variant':
      return { oneOf: schema.options.map(jsonSchema) }
    case 'nullable':
      return { anyOf: [jsonSchema(schema.wrapped), { type: 'null' }] }
    case 'exact_optional':
      return jsonSchema(schema.wrapped)
    case 'strict_object':
      return {
        type: 'object',
        properties: Object.fromEntries(Object.entries(schema.entries).map(([key, entry]) => [key, jsonSchema(entry)])),
        required: Object.entries(schema.entries).flatMap(([key, entry]) => (entry.type === 'exact_optional' ? [] : [key])),
        additionalProperties: false,
      }
  }
}

function checkOf(item: v.GenericPipeItem & Readonly<Record<string, unknown>>, of: string): JsonSchema {
  switch (item.type) {
    case 'integer':
      return { type: 'integer' }
    case 'min_value':
      return { minimum: item.requirement }
    case 'max_value':
      return { maximum: item.requirement }
    case 'gt_value':
      return { exclusiveMinimum: item.requirement }
    case 'lt_value':
      return { exclusiveMaximum: item.requirement }
    case 'min_length':
      return { [of === 'array' ? 'minItems' : 'minLength']: item.requirement }
    case 'max_length':
      return { [of === 'array' ? 'maxItems' : 'maxLength']: item.requirement }
    case 'regex':
      return { pattern: item.requirement instanceof RegExp ? item.requirement.source : '' }
    case 'description':
      return { description: item.description }
    default:
      throw new Error(`no JSON Schema for a valibot check ${item.type}`)
  }
}

function isKnown(schema: Schema): schema is Schema & Known {
  return known.has(schema.type)
}

function isPiped(schema: Schema): schema is Piped {
  return 'pipe' in schema && Array.isArray(schema.pipe)
}
