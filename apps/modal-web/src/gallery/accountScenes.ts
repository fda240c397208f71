import type { Held } from "./fakeEngine.ts"

/** The account, what it holds and what happened, each in each state that it has. */
export const accountScenes = {} satisfies Readonly<Record<string, Partial<Held>>>
