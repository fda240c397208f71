import { lazy } from "@wmodal/protocol"
import { Effect } from "effect"
import { loadPart } from "../effects/loadPart.ts"
import { normalizePlainName } from "./normalizePlainName.ts"

/** The tables of ENSIP-15 are large, and only few names need them. */
const normalizer = lazy(() => import("./normalizeName.ts"))

/** Returns the normal form of a parsed name, `null` for an invalid one. Loads the tables of ENSIP-15 where they decide. */
export const loadNormalName = (name: string) => {
  const plain = normalizePlainName(name)
  return plain === undefined
    ? Effect.map(loadPart(normalizer), ({ normalizeName }) => normalizeName(name))
    : Effect.succeed(plain)
}
