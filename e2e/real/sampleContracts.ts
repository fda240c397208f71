import { encodeAbiParameters, keccak256, numberToHex } from "viem"
import * as z from "zod/mini"
import { firstAccount } from "../src/harness/modal.ts"

const answerSchema = z.object({ result: z.unknown() })
const hexSchema = z.templateLiteral(["0x", z.string()])

/** Contracts of the mock: a token, a collection, and one of another kind. */
const mocks = {
  token: "0x8bBC3514477d75EC797BBe4e19d7961660Bb849c",
  collection: "0xd352679e1B6965E7C217477c13cE8ef45Be7De93",
  other: "0xBa5105612be9b23398B36fDF7F10BA07262C2C63",
} as const

/** Contracts of Ethereum that the samples of MetaMask's test dApp name, and which mock stands for each. */
const samples: Readonly<Record<string, keyof typeof mocks>> = {
  // USDC, BUSD and WETH.
  "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48": "token",
  "0x4Fabb145d64652a948d72533023f6E7A623C7C53": "token",
  "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2": "token",
  // A token with an address like USDC's.
  "0xb0B86991C6218b36C1D19d4A2E9eB0CE3606eB48": "token",
  // Bored Ape Yacht Club and Mutant Ape Yacht Club.
  "0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D": "collection",
  "0x60E4d786628Fea6478F785A6d7e704777c86a7c6": "collection",
  // Permit2, the routers of 0x and Uniswap, Seaport, and a drainer.
  "0x000000000022D473030F116dDEE9F6B43aC78BA3": "other",
  "0xDef1C0ded9bec7F1a1670819833240f027b25EfF": "other",
  "0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af": "other",
  "0x00000000000000ADc04C56Bf30aC9d3c0aAF14dC": "other",
  "0x000062Accd1a9d62eF428eC86cA3dD4f45120000": "other",
}

/** The slot of the token's balances, and the number of further slots that hold its name and its decimals. */
const balancesSlot = 2n
const slots = 8

/** Gives Ethereum of a world the contracts that the samples name, and the first account 2 million of each token. */
export const putSampleContracts = async (rpcUrl: string): Promise<void> => {
  const ask = async (method: string, params: readonly unknown[]) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })
    const response = await fetch(rpcUrl, { method: "POST", body })
    return answerSchema.parse(await response.json()).result
  }
  const balanceKey = keccak256(
    encodeAbiParameters([{ type: "address" }, { type: "uint256" }], [firstAccount, balancesSlot]),
  )
  const pad = (value: bigint) => numberToHex(value, { size: 32 })
  for (const [sample, kind] of Object.entries(samples)) {
    await ask("anvil_setCode", [sample, await ask("eth_getCode", [mocks[kind], "latest"])])
    for (let slot = 0; slot < slots; slot += 1) {
      const value = hexSchema.parse(await ask("eth_getStorageAt", [mocks[kind], numberToHex(slot), "latest"]))
      if (BigInt(value) !== 0n) await ask("anvil_setStorageAt", [sample, pad(BigInt(slot)), value])
    }
    if (kind === "token") await ask("anvil_setStorageAt", [sample, balanceKey, pad(2_000_000_000_000n)])
  }
}
