import { makeScriptedNode, type ScriptedContent, type ScriptedNode } from "@wmodal/dev-wallet/testing"
import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { SendCheckpoint, TransactionStatus } from "../contract/TransactionStatus.ts"
import { takeCheckpoint } from "./checkpoint.ts"
import { findTransaction } from "./findTransaction.ts"

const from = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const bob = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8"
const eve = "0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc"

const ours: ScriptedContent = { to: bob, value: 5n, input: "0x" }
const otherContent: ScriptedContent = { to: eve, value: 9n, input: "0x" }
const nothing: ScriptedContent = { to: from.toLowerCase(), value: 0n, input: "0x" }
const batch: ScriptedContent = { to: from.toLowerCase(), value: 0n, input: "0x34fcd5be" }
const transaction = { to: bob, value: "0x5", data: "0x" }

const markOn = (node: ScriptedNode) => Effect.runPromise(takeCheckpoint({ network, rpc: node.rpc, from }))

type FindCommand =
  | {
      readonly _tag: "Send"
      readonly content: ScriptedContent
      readonly isOurs: boolean
      readonly isHidden: boolean
    }
  | {
      readonly _tag: "Again"
      readonly at: number
      readonly content: ScriptedContent | null
      readonly isHidden: boolean
    }
  | { readonly _tag: "Mine"; readonly blocks: number; readonly first: boolean }
  | { readonly _tag: "Drop"; readonly at: number }
  | { readonly _tag: "Reorganise"; readonly depth: number; readonly isLost: boolean }

const contents = fc.constantFrom(ours, otherContent, nothing, batch)
const steps: fc.Arbitrary<readonly FindCommand[]> = fc.array(
  fc.oneof(
    fc.record({
      _tag: fc.constant("Send" as const),
      content: contents,
      isOurs: fc.boolean(),
      isHidden: fc.boolean(),
    }),
    fc.record({
      _tag: fc.constant("Again" as const),
      at: fc.nat(),
      content: fc.option(contents),
      isHidden: fc.boolean(),
    }),
    fc.record({
      _tag: fc.constant("Mine" as const),
      blocks: fc.constantFrom(1, 1, 2, 20, 200),
      first: fc.boolean(),
    }),
    fc.record({ _tag: fc.constant("Drop" as const), at: fc.nat() }),
    fc.record({
      _tag: fc.constant("Reorganise" as const),
      depth: fc.integer({ min: 1, max: 4 }),
      isLost: fc.boolean(),
    }),
  ),
  { maxLength: 12 },
)

describe("findTransaction", () => {
  it("never reports a pending or mined transaction as replaced, nor an unmined one as mined", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          before: fc.array(contents, { maxLength: 3 }),
          minedBefore: fc.nat(3),
          knowsHash: fc.boolean(),
          showsWaiting: fc.boolean(),
          keeps: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
          steps,
        }),
        async ({ before, keeps, knowsHash, minedBefore, showsWaiting, steps }) => {
          const node = makeScriptedNode({ from, showsWaiting, ...(keeps !== undefined && { keeps }) })
          for (const [at, content] of before.entries()) {
            if (at === minedBefore) node.mine()
            node.send(content, BigInt(at))
          }
          const known = new Set([...node.mined(), ...node.waiting()].map(({ hash }) => hash))
          let placed: SendCheckpoint = await markOn(node)
          const next = BigInt(placed["next"] ?? 0)
          /** The hashes and the nonce of the queried transaction. */
          const own: { nonce: bigint | null; hashes: Set<string>; first: string | null } = {
            nonce: null,
            hashes: new Set(),
            first: null,
          }
          /**
           * Transactions of the same user with the same content, sent after the checkpoint: they are indistinguishable.
           */
          const twins = new Set<string>()
          // Earlier pending transactions count too if the node does not report them.
          if (!showsWaiting) for (const { hash, to } of node.waiting()) if (to === bob) twins.add(hash)
          const nextNonce = () =>
            node
              .waiting()
              .reduce((next, { nonce }) => (nonce >= next ? nonce + 1n : next), BigInt(node.mined().length))

          for (const step of steps) {
            switch (step._tag) {
              case "Send": {
                const isOurs = step.isOurs && own.nonce === null
                const one = node.send(isOurs ? ours : step.content, nextNonce(), step.isHidden)
                if (isOurs) {
                  own.nonce = one.nonce
                  own.first = one.hash
                  own.hashes.add(one.hash)
                } else if (step.content === ours) twins.add(one.hash)
                break
              }
              case "Again": {
                const one = node.waiting()[step.at % Math.max(1, node.waiting().length)]
                if (one === undefined || known.has(one.hash)) break
                const again = node.send(step.content ?? one, one.nonce, step.isHidden)
                if (again.to === ours.to) (one.nonce === own.nonce ? own.hashes : twins).add(again.hash)
                break
              }
              case "Mine":
                for (let block = 0; block < step.blocks; block++) {
                  node.mine(step.first ? ({ hash }) => own.hashes.has(hash) : () => false)
                }
                break
              case "Drop": {
                const one = node.waiting()[step.at % Math.max(1, node.waiting().length)]
                if (one !== undefined) node.drop(one.hash)
                break
              }
              case "Reorganise":
                node.reorganise(step.depth, step.isLost)
                break
            }

            const standing = await Effect.runPromise(
              findTransaction({
                network,
                rpc: node.rpc,
                sought: {
                  from,
                  transaction,
                  mark: placed,
                  hash: knowsHash ? own.first : null,
                  excludedHashes: [],
                },
              }),
            )
            if (standing._tag === "Pending") placed = standing.mark ?? placed
            const isKept = keeps === undefined && (own.nonce ?? 0n) >= next
            expect(findMistake(standing, { node, own, twins, showsWaiting, isKept })).toBe(null)
          }
        },
      ),
    )
  })
})

/** Returns the error in a status; `null` if the status is correct. */
const findMistake = (
  standing: TransactionStatus,
  history: {
    readonly node: ScriptedNode
    readonly own: { readonly nonce: bigint | null; readonly hashes: ReadonlySet<string> }
    readonly twins: ReadonlySet<string>
    readonly showsWaiting: boolean
    /** The node has enough state to find it. */
    readonly isKept: boolean
  },
): string | null => {
  const { isKept, node, own, showsWaiting, twins } = history
  const mined = node.mined()
  const isMined = mined.some(({ hash }) => own.hashes.has(hash))
  const isOurs = (hash: string) => own.hashes.has(hash) || twins.has(hash)
  switch (standing._tag) {
    case "Mined":
      if (!mined.some(({ hash }) => hash === standing.hash)) return "it is not mined"
      return isOurs(standing.hash) ? null : "it belongs to another payment"
    case "Pending":
      if (mined.some(({ hash }) => hash === standing.hash)) return "it is mined"
      return isOurs(standing.hash) ? null : "it belongs to another payment"
    case "Expired":
      return "nothing expires here"
    case "Replaced":
    case "Cancelled": {
      const by = mined.find(({ hash }) => hash === standing.by)
      const isShown = node.waiting().some(({ hash, isHidden }) => own.hashes.has(hash) && !isHidden)
      if (by === undefined) return "what is in its place is not mined"
      if (isMined) return "it is mined itself"
      return showsWaiting && isShown && by.nonce !== own.nonce ? "it is on its way" : null
    }
    case "Missing":
      // A transaction that replaced an earlier pending one may be missing.
      return isMined && isKept ? "it is mined" : null
  }
}
