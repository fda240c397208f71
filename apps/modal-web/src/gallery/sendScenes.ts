import type { Held } from "./fakeEngine.ts"

/** A payment in the making, in each state that it has. */
export const sendScenes = {} satisfies Readonly<Record<string, Partial<Held>>>
