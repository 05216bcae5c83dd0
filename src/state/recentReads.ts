/** Reads by name, each begun once: the newest `most` of them (or all) stay, whether they are done or under way. */
export class RecentReads<Value> {
  private readonly most: number
  /** Asked for last, listed last. */
  private readonly kept = new Map<string, Promise<Value>>()

  constructor(most = Infinity) {
    this.most = most
  }

  /** The read of that name, which is the newest from now on; undefined where there is none. */
  get(name: string): Promise<Value> | undefined {
    const read = this.kept.get(name)
    if (read) this.put(name, read)
    return read
  }

  /** Keeps a read, in place of one that had its name; one that fails, or whose value is not to be kept, goes again. */
  keep(name: string, read: Promise<Value>, isKept: (value: Value) => boolean = () => true): Promise<Value> {
    this.put(name, read)
    const forget = (): void => {
      if (this.kept.get(name) === read) this.kept.delete(name)
    }
    read.then((value) => isKept(value) || forget(), forget)
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= this.most) break
      this.kept.delete(oldest)
    }
    return read
  }

  private put(name: string, read: Promise<Value>): void {
    this.kept.delete(name)
    this.kept.set(name, read)
  }
}
