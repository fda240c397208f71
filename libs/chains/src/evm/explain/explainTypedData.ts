import { Effect } from "effect"
import { keccak256 } from "ox/Hash"
import type { Explanation } from "../../contract/Explanation.ts"
import { textToHex } from "../Hex.ts"
import type { Explaining } from "./Explaining.ts"

/** Typed data in words. Never fails. @param request `typedData` is EIP-712 JSON as text. */
export const explainTypedData = ({
  typedData,
}: Explaining & { readonly typedData: string }): Effect.Effect<Explanation> =>
  Effect.succeed({
    intent: null,
    sentence: null,
    owner: null,
    contractName: null,
    contract: null,
    value: 0n,
    fields: [],
    digest: keccak256(textToHex(typedData)),
  })
