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
  }
>()("@wmodal/core/Storage") {}
