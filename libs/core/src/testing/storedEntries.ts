import fc from "fast-check"
import type { EntryState, RequestedAction } from "../ledger/Ledger.ts"
import type { StoredEntry } from "../ledger/StoredEntry.ts"
import { approval, call, swap } from "./entries.ts"

export const paid: StoredEntry = {
  id: "a",
  at: 1_000,
  account: "eip155:1:0xAa",
  network: "eip155:1",
  connectorId: "io.one",
  subject: {
    _tag: "Transfer",
    token: { network: "eip155:1", address: null, name: "Ether", symbol: "ETH", decimals: 18, icon: null },
    amount: 5n,
    to: "0xBb",
    toName: null,
  },
  transaction: { to: "0xBb", value: "0x5" },
  mark: { next: "0x1" },
  state: { _tag: "Asked" },
  turn: 0,
  sharpened: 0,
  told: false,
}

export const hashes = fc.constantFrom("0x01", "0x02", "0x03")
const at = fc.option(fc.nat({ max: 9 }))
const fee = fc.option(fc.bigInt({ min: 0n, max: 9n }))

export const states: fc.Arbitrary<EntryState> = fc.oneof(
  fc.constantFrom<EntryState>({ _tag: "Asked" }, { _tag: "Declined" }, { _tag: "Signed" }, { _tag: "Lost" }),
  fc.constantFrom<EntryState>({ _tag: "NotSent", text: "" }, { _tag: "NotSent", text: "no" }),
  fc.constantFrom("0xb1", "0xb2").map((batch): EntryState => ({ _tag: "Taken", batch })),
  hashes.map((hash): EntryState => ({ _tag: "Sent", hash })),
  hashes.map((hash): EntryState => ({ _tag: "Dropped", hash })),
  hashes.map((hash): EntryState => ({ _tag: "Unanswered", hash })),
  fc.option(hashes).map((hash): EntryState => ({ _tag: "Expired", hash })),
  fc
    .record({
      _tag: fc.constantFrom("Confirmed", "Reverted", "Mined", "PartlyReverted"),
      hash: fc.option(hashes),
      at,
      fee,
    })
    .map((mined): EntryState => mined),
  fc
    .record({ hash: fc.option(hashes), by: hashes })
    .map((displaced): EntryState => ({ _tag: "Replaced", ...displaced })),
  fc
    .record({ hash: fc.option(hashes), by: hashes })
    .map((displaced): EntryState => ({ _tag: "Cancelled", ...displaced })),
)

const subjects = fc.constantFrom<RequestedAction>(
  paid.subject,
  approval,
  swap,
  call,
  { ...call, intent: null, contract: null },
  { _tag: "Message", digest: "0xd1" },
)

/** Copies of entries as other tabs, older versions and foreign scripts may have stored them. */
export const copies: fc.Arbitrary<StoredEntry> = fc
  .record({
    id: fc.constantFrom("a", "b", "c"),
    at: fc.constantFrom(1_000, 2_000),
    state: states,
    turn: fc.nat({ max: 2 }),
    sharpened: fc.nat({ max: 2 }),
    told: fc.boolean(),
    mark: fc.option(fc.constantFrom({ next: "0x1" }, { next: "0x1", own: "0x2" })),
    connectorId: fc.constantFrom("io.one", "io.two"),
    subject: subjects,
    batch: fc.option(fc.constantFrom("0xb1", "0xb2")),
    raw: fc.option(fc.constantFrom("0x02aa", "0x02bb")),
    formerHashes: fc.option(fc.uniqueArray(hashes, { minLength: 1 }).map((all) => all.toSorted())),
  })
  .map(({ batch, formerHashes, raw, ...change }) => ({
    ...paid,
    ...change,
    ...(batch !== null && { batch }),
    ...(raw !== null && { raw }),
    ...(formerHashes !== null && { formerHashes }),
  }))
