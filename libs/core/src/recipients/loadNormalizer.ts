import { lazy } from "@wmodal/protocol"
import { Effect } from "effect"
import { loadPart } from "../effects/loadPart.ts"

/** The tables of ENSIP-15 are large, and only names need them. */
const normalizer = lazy(() => import("./normalizeName.ts"))

/** Returns the normal form of a name, `null` for an invalid one. Loads the tables of ENSIP-15. */
export const loadNormalName = (name: string) =>
  Effect.map(loadPart(normalizer), ({ normalizeName }) => normalizeName(name))
