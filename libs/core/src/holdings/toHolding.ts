import type { TokenBalance } from "@wmodal/api"
import {
  type ChainActions,
  type ChainRules,
  sanitizeLine,
  type TokenDescription,
  type WalletAsset,
} from "@wmodal/chains"
import {
  type Decimal,
  multiplyDecimals,
  type Network,
  parseDecimal,
  parseNamedImage,
  toDecimalUnits,
  zeroDecimal,
} from "@wmodal/protocol"
import { Result } from "effect"
import type { Token } from "../networks/Token.ts"
import type { Holding } from "./Holdings.ts"

/** The data for decoding an external row. */
export interface HoldingContext {
  readonly network: Network
  readonly address: ChainActions["address"]
  readonly rules: Pick<ChainRules, "nativeAddress" | "isNativeContract">
  /** The option `imageHosts`. */
  readonly imageHosts: readonly string[]
}

/** Maximum lengths of amount, name and symbol, and maximum decimals: larger values are not legitimate. */
const holdingLimits = { balance: 2n ** 256n, name: 64, symbol: 32, decimals: 77 } as const

/** Returns the native currency from the configuration, regardless of its name in external sources. */
export const toNativeHolding = (
  network: Network,
  balance: bigint,
  known: {
    readonly price?: Decimal | null
    readonly value?: Decimal | null
    readonly icon?: string | null
  } = {},
): Holding => {
  const { name, symbol, decimals } = network.nativeCurrency
  const icon = known.icon ?? null
  return withPrice(
    { network: network.caipNetworkId, address: null, name, symbol, decimals, icon },
    balance,
    known.price ?? null,
    known.value,
    network,
  )
}

/** Returns a token from its contract's own data, without a price. */
export const toUnverifiedHolding = (
  network: Network,
  address: string,
  description: TokenDescription,
  balance: bigint,
): Holding =>
  withPrice(
    { network: network.caipNetworkId, address, ...sanitizeDescription(description), icon: null },
    balance,
    null,
    null,
    network,
  )

/**
 * Decodes a row of the blockchain endpoint; `null` if it is of another network, has no decimals, is invalid, or repeats
 * the native currency.
 */
export const toBalanceHolding = (row: TokenBalance, place: HoldingContext): Holding | null => {
  const { network, address, imageHosts } = place
  if (row.chainId !== network.caipNetworkId) return null
  const amount = parseDecimal(row.quantity.numeric)
  if (Result.isFailure(amount)) return null
  const known = {
    price: toPrice(row.price),
    value: toPrice(row.value),
    icon: parseNamedImage(row.iconUrl, imageHosts),
  }
  const contract = parseContract(row.address, place)
  if (contract === null) {
    const balance = toDecimalUnits(amount.success, network.nativeCurrency.decimals)
    return isValidBalance(balance) ? toNativeHolding(network, balance, known) : null
  }
  const checked = contract === undefined || isRepeated(contract, place) ? null : address(contract)
  const decimals = /^\d{1,2}$/.test(row.quantity.decimals) ? Number(row.quantity.decimals) : 0
  if (checked === null || decimals === 0 || decimals > holdingLimits.decimals) return null
  const balance = toDecimalUnits(amount.success, decimals)
  if (!isValidBalance(balance)) return null
  const { name, symbol } = row
  const token = { address: checked, ...sanitizeDescription({ name, symbol, decimals }), icon: known.icon }
  return withPrice({ network: network.caipNetworkId, ...token }, balance, known.price, known.value, network)
}

/** Decodes a row of the wallet; `null` if it has no decimals, is invalid, or repeats the native currency. */
export const toAssetHolding = (asset: WalletAsset, place: HoldingContext): Holding | null => {
  const { network, address, imageHosts } = place
  const { balance, decimals } = asset
  if (!isValidBalance(balance)) return null
  const icon = parseNamedImage(asset.iconUrl, imageHosts)
  const price = toPrice(asset.price)
  if (asset.token === null) return toNativeHolding(network, balance, { price, icon })
  const checked = isRepeated(asset.token, place) ? null : address(asset.token)
  if (checked === null || !(decimals > 0 && decimals <= holdingLimits.decimals)) return null
  const token = { network: network.caipNetworkId, address: checked, ...sanitizeDescription(asset), icon }
  return withPrice(token, balance, price, undefined, network)
}

const isRepeated = (
  contract: string,
  { network, rules }: Pick<HoldingContext, "network" | "rules">,
): boolean => rules.isNativeContract?.(network, contract) === true

/** Returns the plain contract of a CAIP-10 id; `null` for the native currency, `undefined` for another network. */
const parseContract = (
  id: string | undefined,
  { network, rules }: Pick<HoldingContext, "network" | "rules">,
): string | null | undefined => {
  if (id === undefined) return null
  const here = `${network.caipNetworkId}:`
  if (!id.startsWith(here)) return undefined
  const plain = id.slice(here.length)
  return plain.toLowerCase() === rules.nativeAddress?.toLowerCase() ? null : plain
}

const sanitizeDescription = ({ name, symbol, decimals }: TokenDescription): TokenDescription => ({
  name: sanitizeLine(name, holdingLimits.name),
  symbol: sanitizeLine(symbol, holdingLimits.symbol),
  decimals,
})

/** Returns the value: zero for a zero balance, and for everything on a test network. */
const withPrice = (
  token: Token,
  balance: bigint,
  price: Decimal | null,
  value: Decimal | null | undefined,
  { testnet }: Network,
): Holding => {
  if (testnet === true) return { token, balance, price: null, value: zeroDecimal }
  if (balance === 0n) return { token, balance, price, value: zeroDecimal }
  const worth = price === null ? null : multiplyDecimals({ units: balance, decimals: token.decimals }, price)
  return { token, balance, price, value: value ?? worth }
}

/** A price of 0 means an unknown price in external data. */
export const toPrice = (number: number | string | undefined): Decimal | null => {
  const decimal = number === undefined ? null : parseDecimal(number)
  return decimal !== null && Result.isSuccess(decimal) && decimal.success.units > 0n ? decimal.success : null
}

const isValidBalance = (balance: bigint) => balance >= 0n && balance < holdingLimits.balance
