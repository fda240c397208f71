import { Context } from "effect"

/**
 * The engine's storage: localStorage, the terminal's state file, or memory. Any call may throw (blocked, full): the
 * engine logs that once and continues in memory.
 */
export class Storage extends Context.Service<
  Storage,
  {
    readonly get: (key: string) => string | null
    readonly set: (key: string, value: string) => void
    readonly remove: (key: string) => void
    /**
     * Calls the listener with each key that another tab or process has changed.
     * @returns a function that removes it.
     */
    readonly watch?: (listener: (key: string) => void) => () => void
  }
>()("@wmodal/core/Storage") {}
