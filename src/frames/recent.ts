// The last few things that were loaded, so that memory stays bounded however long one plays.

/** Keeps what was loaded or used last, up to `size` things. */
export class Recent<V> {
  private readonly size: number;
  private readonly load: (key: number) => Promise<V>;
  private readonly loaded = new Map<number, V>();
  private readonly loading = new Map<number, Promise<V>>();

  constructor(size: number, load: (key: number) => Promise<V>) {
    this.size = size;
    this.load = load;
  }

  /** Things in memory. */
  get count(): number {
    return this.loaded.size;
  }

  /** A thing that is there already. */
  get(key: number): V | undefined {
    const value = this.loaded.get(key);
    if (value === undefined) return undefined;
    this.loaded.delete(key);
    this.loaded.set(key, value); // the last one is the one used last
    return value;
  }

  /** Loads a thing unless it is there or under way. What fails is not remembered. */
  async want(key: number): Promise<V> {
    const value = this.get(key);
    if (value !== undefined) return value;
    let promise = this.loading.get(key);
    if (!promise) {
      promise = this.load(key)
        .then((found) => this.put(key, found))
        .finally(() => this.loading.delete(key));
      this.loading.set(key, promise);
    }
    return promise;
  }

  /** Puts a thing there as if it had been loaded. */
  put(key: number, value: V): V {
    this.loaded.set(key, value);
    for (const oldest of this.loaded.keys()) {
      if (this.loaded.size <= this.size) break;
      this.loaded.delete(oldest);
    }
    return value;
  }

  /** Forgets everything. */
  clear(): void {
    this.loaded.clear();
  }
}
