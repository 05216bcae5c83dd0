/** What is wanted where it is one of the values, else the default. */
export function chosenOf<const Value extends string>(wanted: string | undefined, values: readonly Value[], otherwise: Value): Value {
  return values.find((value) => value === wanted) ?? otherwise
}
