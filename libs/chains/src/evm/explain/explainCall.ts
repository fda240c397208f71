import { Effect } from "effect"
import { keccak256 } from "ox/Hash"
import type { Explanation } from "../../contract/Explanation.ts"
import type { WalletCall } from "../../contract/WalletCalls.ts"
import { checksum } from "../checksum.ts"
import { isHexBytes, textToHex } from "../Hex.ts"
import type { Explaining } from "./Explaining.ts"

/** A call in words. Never fails: what no descriptor fits has no intent, and its digest is all there is. */
export const explainCall = ({
  call,
}: Explaining & { readonly call: WalletCall }): Effect.Effect<Explanation> =>
  Effect.succeed({
    intent: null,
    sentence: null,
    owner: null,
    contractName: null,
    contract: checksum(call.to),
    value: call.value,
    fields: [],
    digest: keccak256(isHexBytes(call.data) ? call.data : textToHex(call.data)),
  })
