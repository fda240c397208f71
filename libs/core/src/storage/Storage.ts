import { Context } from "effect"

/**
 * Where the engine remembers: localStorage, the terminal's state file, or memory.
 * Any call may throw (blocked, full): the engine logs that once and goes on in memory.
 */
export class Storage extends Context.Service<
  Storage,
  {
    readonly get: (key: string) => string | null
    readonly set: (key: string, value: string) => void
    readonly remove: (key: string) => void
    /** Told of each key that somebody else has changed: another tab, another process. @returns what ends it. */
    readonly watch?: (listener: (key: string) => void) => () => void
  }
>()("@wmodal/core/Storage") {}
