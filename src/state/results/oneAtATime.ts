/**
 * Asks one question after the other, so that those nobody waits for any more are never asked.
 * @throws (the answer rejects with) the signal's reason where it is aborted before its turn.
 */
export function oneAtATime(): <Result>(signal: AbortSignal, ask: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (signal, ask) => {
    const turn = last.then(() => {
      signal.throwIfAborted()
      return ask()
    })
    last = turn.catch(() => undefined)
    return turn
  }
}
