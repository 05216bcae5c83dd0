/**
 * What a page has one of, made when it is first asked for.
 * @param make from what the composition root gives (a way to start workers, its services): who is given another one, as tests are, is another page.
 */
export function onePerPage<Given extends object, Made>(make: (given: Given) => Made): (given: Given) => Made {
  const known = new WeakMap<Given, Made>()
  return (given) => {
    const made = known.get(given) ?? make(given)
    known.set(given, made)
    return made
  }
}
