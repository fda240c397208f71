import { parseBitcoinAddress } from "@wmodal/protocol"
import { Result } from "effect"
import type { Ledger } from "../ledger/Ledger.ts"
import type { LedgerTransaction } from "../ledger/LedgerState.ts"
import { getOutputKind, parseWitnessProgram } from "../script/outputKind.ts"
import { toHex } from "../transaction/bytes.ts"
import { addressStatsJson, getConfirmed, getUnconfirmed, unspentJson } from "./addressJson.ts"
import { parseAddressParameter, parseHashParameter } from "./parameters.ts"
import { RestError } from "./RestError.ts"
import { jsonResponse, type RestRoutes } from "./RestRoutes.ts"
import { transactionJson } from "./transactionJson.ts"

const pageSize = 25
const maxMempoolEntries = 50

/** The routes of an address. Source: the Esplora HTTP API; mempool.space for `v1/validate-address`. */
export const addressRoutes: RestRoutes = {
  "/address/:address": ({ ledger, param }) => {
    const address = param("address")
    return jsonResponse({ address, ...addressStatsJson(ledger, parseAddressParameter(ledger, address)) })
  },
  "/address/:address/utxo": ({ ledger, param }) =>
    jsonResponse(unspentJson(ledger, parseAddressParameter(ledger, param("address")))),
  "/address/:address/txs": ({ ledger, param, query }) => {
    const script = parseAddressParameter(ledger, param("address"))
    const after = query("after_txid")
    if (after !== undefined)
      return entriesAfterJson(ledger, getConfirmed(ledger, script), parseHashParameter(after))
    const unconfirmed = getUnconfirmed(ledger, script).slice(0, maxMempoolEntries)
    return entriesJson(ledger, [...unconfirmed, ...getConfirmed(ledger, script).slice(0, pageSize)])
  },
  "/address/:address/txs/chain": ({ ledger, param }) =>
    entriesJson(
      ledger,
      getConfirmed(ledger, parseAddressParameter(ledger, param("address"))).slice(0, pageSize),
    ),
  "/address/:address/txs/chain/:txid": ({ ledger, param }) => {
    const entries = getConfirmed(ledger, parseAddressParameter(ledger, param("address")))
    return entriesAfterJson(ledger, entries, parseHashParameter(param("txid")))
  },
  "/address/:address/txs/mempool": ({ ledger, param }) => {
    const script = parseAddressParameter(ledger, param("address"))
    return entriesJson(ledger, getUnconfirmed(ledger, script).slice(0, maxMempoolEntries))
  },
  "/v1/validate-address/:address": ({ ledger, param }) =>
    jsonResponse(validationJson(ledger, param("address"))),
}

const entriesJson = (ledger: Ledger, entries: readonly LedgerTransaction[]) =>
  jsonResponse(entries.map((entry) => transactionJson(ledger, entry)))

const entriesAfterJson = (ledger: Ledger, entries: readonly LedgerTransaction[], last: string) => {
  const at = entries.findIndex(({ txid }) => txid === last)
  if (at < 0) throw new RestError({ status: 422, text: "after_txid not found" })
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
  const witness = parseWitnessProgram(script)
  const { _tag } = getOutputKind(script)
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
