import type { Network } from "@wmodal/protocol"
import { type Hex, keccak256, numberToHex, pad, toHex, zeroAddress } from "viem"
import { type ChainTraits, getRollup, hasCeloToken } from "./ChainTraits.ts"
import { isOlder, type Rollup } from "./dataGas/dataFee.ts"
import { zksyncTokenAddress } from "./dataGas/zksyncGas.ts"
import { exchangeAddress } from "./exchange.ts"
import { state } from "./generated/state.ts"
import { traitCode } from "./generated/traitCode.ts"

/** The contracts of a rollup's fees. Source: OP Stack, predeploys. */
const termsAddress = "0x4200000000000000000000000000000000000015"
const oracleAddress = "0x420000000000000000000000000000000000000f"

/** Celo's GoldToken. Source: Celo's registry. */
const celoTokenAddress = "0x471ece3750da237f93b8e339c536989b8978a438"

/** Where the exchange's own code is when a longer route stands before it. */
const codeAddress = "0x9d3a7dd1bfb6de9c8e5a0a3c3f3b5a0e8fb1a711"

/** The gas of a swap of the native currency by the exchange alone. */
const ownRouteGas = 58_000

/** Accounts of a genesis state, by address in lower case. */
type Accounts = Readonly<Record<string, object>>

/** Returns the contracts that a world's traits add to a network, and those that they change. */
export const makeTraitAccounts = (network: Network, traits: ChainTraits): Accounts => {
  const rollup = getRollup(traits, network)
  return {
    ...(traits.routeGas !== undefined && makeLongRoute(traits.routeGas)),
    ...(rollup !== null && makeRollupAccounts(rollup)),
    ...(traits.zksync !== undefined &&
      network.caipNetworkId === "eip155:324" && {
        [zksyncTokenAddress]: makeContract(traitCode.ZksyncToken, {}),
      }),
    ...(hasCeloToken(traits, network) && { [celoTokenAddress]: makeContract(traitCode.CeloToken, {}) }),
  }
}

const word = (value: bigint): Hex => numberToHex(value, { size: 32 })
const slotOf = (name: string): Hex => keccak256(toHex(name))
const makeContract = (code: string, storage: Readonly<Record<string, string>>) => ({
  nonce: 1,
  balance: "0x0",
  code,
  storage,
})

const makeLongRoute = (routeGas: number): Accounts => {
  const place = exchangeAddress.toLowerCase()
  const accounts: Readonly<Record<string, ReturnType<typeof makeContract>>> = state.accounts
  const exchange = accounts[place]
  if (exchange === undefined) throw new Error("The state has no exchange")
  const storage = {
    ...exchange.storage,
    [slotOf("LongRoute.gas")]: word(BigInt(routeGas - ownRouteGas)),
    [slotOf("LongRoute.code")]: pad(codeAddress),
  }
  return {
    [place]: { ...exchange, code: traitCode.LongRoute, storage },
    [codeAddress]: makeContract(exchange.code, {}),
  }
}

/** The numbers by which the oracle knows the upgrades. */
const formNumbers = { isthmus: 0n, fjord: 1n, ecotone: 2n }

/** The chain reads the terms in its own currency, and the oracle converts them back. */
const makeRollupAccounts = (rollup: Rollup): Accounts => {
  const { currencyRatio, traits } = rollup
  return {
    [termsAddress]: makeContract(traitCode.RollupTerms, {
      [word(1n)]: word(BigInt(traits.l1BaseFee) * currencyRatio),
      [word(3n)]: word((BigInt(traits.baseFeeScalar) << 96n) | (BigInt(traits.blobBaseFeeScalar) << 64n)),
      [word(7n)]: word(BigInt(traits.blobBaseFee) * currencyRatio),
      [word(8n)]: word((BigInt(traits.operatorFeeScalar) << 64n) | BigInt(traits.operatorFeeConstant)),
    }),
    // Anvil charges for reads too, which have no sender; a node of the OP Stack does not.
    ...(!isOlder(rollup) && {
      [zeroAddress]: { nonce: 0, balance: toHex(10n ** 27n), code: "0x", storage: {} },
    }),
    [oracleAddress]: makeContract(traitCode.RollupOracle, {
      [word(0n)]: word(currencyRatio === 1n ? 0n : currencyRatio),
      [word(1n)]: word(formNumbers[traits.form]),
    }),
  }
}
