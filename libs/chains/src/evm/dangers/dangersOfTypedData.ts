import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Danger } from "../../contract/Explanation.ts"
import { readNode } from "../../rpc/readNode.ts"
import { sanitizeLine } from "../../text/printable.ts"
import { isAddress, isHexBytes } from "../Hex.ts"
import { entryPoints } from "../operations/OperationEvent.ts"
import { approvalsInTypedData } from "./approvalsInTypedData.ts"
import { numberFrom } from "./number.ts"
import { partyText } from "./partyText.ts"
import { type TypedData, typedDataIn } from "./typedDataIn.ts"
import { unlimitedApprovals } from "./unlimitedApprovals.ts"

/** What speaks against signing typed data, given as text. What is none is signed blind. */
export const dangersOfTypedData = (
  rpc: Rpc,
  text: string,
  chainId: bigint,
): Effect.Effect<readonly Danger[]> => {
  const typedData = typedDataIn(text)
  if (typedData === null) return Effect.succeed([{ _tag: "Blind" }])
  return Effect.map(
    Effect.all(
      [
        unlimitedApprovals(rpc, approvalsInTypedData(typedData)),
        Effect.succeed(operation(typedData)),
        Effect.succeed(otherChain(typedData, chainId)),
        otherContract(rpc, typedData),
      ],
      { concurrency: "unbounded" },
    ),
    (dangers) => dangers.flat(),
  )
}

/** What is not declared is not signed. Who declares nothing means what is there. */
const isSigned = ({ domain, types }: TypedData, name: string) => {
  const declared = Object.hasOwn(types, "EIP712Domain") ? types["EIP712Domain"] : undefined
  return domain[name] != null && (declared?.some((field) => field.name === name) ?? true)
}

/** What an entry point verifies is no text but an operation of a smart account: whoever has it has its calls done. */
const operation = ({ domain }: TypedData): readonly Danger[] =>
  entryPoints.includes(textOf(domain["verifyingContract"] ?? "").toLowerCase()) ? [{ _tag: "Blind" }] : []

/** Without a chain a contract's signature holds on every one where the contract stands. */
const otherChain = (typedData: TypedData, chainId: bigint): readonly Danger[] => {
  if (!isSigned(typedData, "chainId"))
    return isSigned(typedData, "verifyingContract") ? [{ _tag: "OtherChain", said: "" }] : []
  const said = typedData.domain["chainId"]
  const id = numberFrom(said)
  if (id === chainId) return []
  return [{ _tag: "OtherChain", said: id === null ? sanitizeLine(`${textOf(said)}`, 80) : `${id}` }]
}

const otherContract = (rpc: Rpc, typedData: TypedData): Effect.Effect<readonly Danger[]> => {
  if (!isSigned(typedData, "verifyingContract")) return Effect.succeed([])
  const contract = textOf(typedData.domain["verifyingContract"])
  if (!isAddress(contract)) return Effect.succeed([{ _tag: "OtherContract", contract: partyText(contract) }])
  return readNode(rpc, ["eth_getCode", contract, "latest"], (code) => (isHexBytes(code) ? code : null)).pipe(
    Effect.map((code): readonly Danger[] =>
      code === "0x" ? [{ _tag: "OtherContract", contract: partyText(contract) }] : [],
    ),
    Effect.catch(() => Effect.succeed([{ _tag: "Untried" } as const])),
  )
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""))
