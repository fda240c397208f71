import * as z from "zod/mini"
import { type SideName, sideNames } from "./Side.ts"

/** What a wallet keeps at most; the oldest are forgotten first. */
export const maxOrigins = 1000

const shape = z.object({
  account: z.string().check(z.maxLength(120)),
  origins: z.array(z.string().check(z.maxLength(2048))).check(z.maxLength(maxOrigins)),
})

/** What a wallet remembers of one of its chains. It holds no key. */
interface SideState {
  /** The first address of the selected account. */
  readonly account: string
  /** Who may see it and ask for signatures. */
  readonly origins: readonly string[]
}

export type SideStates = Readonly<Partial<Record<SideName, SideState>>>

const shapes = z.partialRecord(z.enum(sideNames), shape)

/** In a stored snapshot. */
export const storedSides = z.custom<SideStates>((value) => shapes.safeParse(value).success)
