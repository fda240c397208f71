import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as z from "zod/mini"
import { makeScriptedRpc } from "./scriptedRpc.ts"
import { answerSimulation, SimulationRecord, stillRecord } from "./simulatedAnswers.ts"

/** The account of the corpus of requests that harm, or are usual. */
export const me = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
/** Accounts without code: the attacker of the corpus, and those of MetaMask's test dApp. */
const keys = [
  "0x9f2de1c0a7c3d0a6a1e1f0f1cb4c6d1e8a7b0c11",
  "0xe50a2dbc466d01a34c3e8b7e8e45fce4f7da39e6",
  "0x1661f1b207629e4f385da89cff535c8e5eb23ee3",
  "0xb85492afc686d5ca405e3cd4f50b05d358c75ede",
]
const word = (value: bigint | number) => BigInt(value).toString(16).padStart(64, "0")
const text = (said: string) => {
  const bytes = Buffer.from(said).toString("hex")
  return `0x${word(32)}${word(bytes.length / 2)}${bytes.padEnd(Math.ceil(bytes.length / 64) * 64, "0")}`
}
const token = (symbol: string, decimals: number, supply: bigint): Readonly<Record<string, string>> => ({
  "0x95d89b41": text(symbol),
  "0x06fdde03": text(symbol),
  "0x313ce567": `0x${word(decimals)}`,
  "0x18160ddd": `0x${word(supply)}`,
  "0x70a08231": `0x${word(5000n * 10n ** 6n)}`,
})
/** The tokens that answer, by their addresses in lower case. */
export const corpusTokens: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48": token("USDC", 6, 40n * 10n ** 15n),
  "0x7e57000000000000000000000000000000000001": token("TST", 4, 10n ** 10n),
  "0x6b175474e89094c44da98b954eedeac495271d0f": token("DAI", 18, 5n * 10n ** 27n),
  "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2": token("WETH", 18, 3n * 10n ** 24n),
  "0x1f9840a85d5af5bf1d1762f925bdaddc4201f984": token("UNI", 18, 10n ** 27n),
  "0xfacefacefacefacefacefacefacefacefaceface": token("USDC", 6, 10n ** 30n),
  "0x0ddba11000000000000000000000000000000001": token("US\u202eCD\u200b\u2028 5", 6, 2n ** 200n),
  "0x0ddba11000000000000000000000000000000002": token("X".repeat(5000), 255, 10n ** 30n),
}
const ownershipTransferred = "0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0"

const TokenRead = z.object({ to: z.string(), data: z.string() })

const renounced = {
  ...stillRecord,
  call: {
    ...stillRecord.call,
    logs: [
      {
        address: "0xbad0bad0bad0bad0bad0bad0bad0bad0bad0bad0",
        data: "0x",
        topics: [ownershipTransferred, `0x${word(BigInt(me))}`, `0x${word(0)}`],
      },
    ],
  },
}

const simulations = z
  .record(z.string(), SimulationRecord)
  .parse(
    JSON.parse(readFileSync(join(import.meta.dirname, "../../testing-data/evmSimulations.json"), "utf8")),
  )

/**
 * A node on which the account, a key without code, has 5,000 of every token.
 * @param how `renounce`: an owner resigns @param id the request, of which there may be a record
 */
export const makeEvmCorpusNode = (how: "renounce" | undefined, id: string) => {
  const record = how === "renounce" ? renounced : (simulations[id] ?? stillRecord)
  return makeScriptedRpc((method, [first]) => {
    switch (method) {
      case "eth_getCode":
        return [me.toLowerCase(), ...keys].includes(String(first).toLowerCase()) ? "0x" : "0x60"
      case "eth_gasPrice":
        return "0x3b9aca00"
      case "eth_maxPriorityFeePerGas":
        return "0x1"
      case "eth_getBlockByNumber":
        return { number: "0x1", timestamp: "0xa", baseFeePerGas: "0x3b9aca00" }
      case "eth_simulateV1":
        return answerSimulation(first, me, record)
      case "eth_call": {
        const { data, to } = TokenRead.parse(first)
        const selector = data.slice(0, 10)
        return corpusTokens[to.toLowerCase()]?.[selector] ?? record.answers[selector] ?? "0x"
      }
      default:
        return undefined
    }
  }).rpc
}
