import { parseBitcoinAddress } from "@wmodal/protocol"
import { Result } from "effect"
import type { Ledger } from "../ledger/Ledger.ts"
import type { LedgerTransaction } from "../ledger/LedgerState.ts"
import { outputKind, witnessProgram } from "../script/outputKind.ts"
import { toHex } from "../transaction/bytes.ts"
import { addressStats, confirmedOf, unconfirmedOf, unspentJson } from "./addressJson.ts"
import { addressParameter, hashParameter } from "./parameters.ts"
import { Refusal } from "./Refusal.ts"
import { json, type RestRoutes } from "./RestRoutes.ts"
import { transactionJson } from "./transactionJson.ts"

const pageSize = 25
const mempoolSize = 50

/** What there is to know of an address. Source: the Esplora HTTP API; mempool.space for `v1/validate-address`. */
export const addressRoutes: RestRoutes = {
  "/address/:address": ({ ledger, param }) => {
    const address = param("address")
    return json({ address, ...addressStats(ledger, addressParameter(ledger, address)) })
  },
  "/address/:address/utxo": ({ ledger, param }) =>
    json(unspentJson(ledger, addressParameter(ledger, param("address")))),
  "/address/:address/txs": ({ ledger, param, query }) => {
    const script = addressParameter(ledger, param("address"))
    const after = query("after_txid")
    if (after !== undefined) return pageAfter(ledger, confirmedOf(ledger, script), hashParameter(after))
    const unconfirmed = unconfirmedOf(ledger, script).slice(0, mempoolSize)
    return entriesJson(ledger, [...unconfirmed, ...confirmedOf(ledger, script).slice(0, pageSize)])
  },
  "/address/:address/txs/chain": ({ ledger, param }) =>
    entriesJson(ledger, confirmedOf(ledger, addressParameter(ledger, param("address"))).slice(0, pageSize)),
  "/address/:address/txs/chain/:txid": ({ ledger, param }) => {
    const entries = confirmedOf(ledger, addressParameter(ledger, param("address")))
    return pageAfter(ledger, entries, hashParameter(param("txid")))
  },
  "/address/:address/txs/mempool": ({ ledger, param }) => {
    const script = addressParameter(ledger, param("address"))
    return entriesJson(ledger, unconfirmedOf(ledger, script).slice(0, mempoolSize))
  },
  "/v1/validate-address/:address": ({ ledger, param }) => json(validationJson(ledger, param("address"))),
}

const entriesJson = (ledger: Ledger, entries: readonly LedgerTransaction[]) =>
  json(entries.map((entry) => transactionJson(ledger, entry)))

const pageAfter = (ledger: Ledger, entries: readonly LedgerTransaction[], last: string) => {
  const at = entries.findIndex(({ txid }) => txid === last)
  if (at < 0) throw new Refusal({ status: 422, text: "after_txid not found" })
  return entriesJson(ledger, entries.slice(at + 1, at + 1 + pageSize))
}

const validationJson = ({ network }: Ledger, text: string) => {
  const parsed = parseBitcoinAddress(text)
  if (Result.isFailure(parsed) || parsed.success.network !== network.addresses)
    return {
      isvalid: false,
      error: "Invalid or unsupported Segwit (Bech32) or Base58 encoding.",
      error_locations: [],
    }
  const { script } = parsed.success
  const witness = witnessProgram(script)
  const { _tag } = outputKind(script)
  return {
    isvalid: true,
    address: text,
    scriptPubKey: toHex(script),
    isscript: /^(?:ScriptHash|WitnessScriptHash|Taproot)$/.test(_tag),
    iswitness: witness !== null,
    ...(witness === null
      ? {}
      : { witness_version: witness.version, witness_program: toHex(witness.program) }),
  }
}
