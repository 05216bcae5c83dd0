/**
 * The values of an option that may be given several times. A value that means something as a whole is taken whole, commas and all; any other is parted at its commas.
 * @param {readonly string[] | undefined} values as they were given
 * @param {(value: string) => boolean} isWhole whether a value is one thing as it stands: a file that is there, say
 * @returns {string[]} in the order they were given, blank ones left out
 */
export function listedValues(values, isWhole) {
  return (values ?? []).flatMap((value) => (isWhole(value) ? [value] : value.split(',').map((part) => part.trim()).filter((part) => part !== '')))
}
