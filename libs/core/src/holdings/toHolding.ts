import type { TokenBalance } from "@wmodal/api"
import { type ChainActions, sanitizeLine, type TokenDescription, type WalletAsset } from "@wmodal/chains"
import {
  type Decimal,
  multiplyDecimals,
  type Network,
  parseDecimal,
  toDecimalUnits,
  zeroDecimal,
} from "@wmodal/protocol"
import { Result } from "effect"
import { toSafeImageUrl } from "../flows/toSafeImageUrl.ts"
import { getNativeAddress } from "./getNativeAddress.ts"
import type { Holding, Token } from "./Holdings.ts"

/** What is needed to read a row from outside. */
export interface HoldingContext {
  readonly network: Network
  readonly address: ChainActions["address"]
}

/** The longest amount, name and symbol there are, and the most decimals: anything beyond is a joke of the token's. */
const holdingLimits = { balance: 2n ** 256n, name: 64, symbol: 32, decimals: 77 } as const

/** The network's own currency, as the page's configuration has it, whatever others call it. */
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

/** A token by its contract's own word. Nobody has said what it is worth. */
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

/** A row of the blockchain endpoint; `null` where it is none of this network, has no decimals, or makes no sense. */
export const toBalanceHolding = (row: TokenBalance, { network, address }: HoldingContext): Holding | null => {
  if (row.chainId !== network.caipNetworkId) return null
  const amount = parseDecimal(row.quantity.numeric)
  if (Result.isFailure(amount)) return null
  const known = { price: toPrice(row.price), value: toPrice(row.value), icon: toSafeImageUrl(row.iconUrl) }
  const contract = parseContract(row.address, network)
  if (contract === null) {
    const balance = toDecimalUnits(amount.success, network.nativeCurrency.decimals)
    return isValidBalance(balance) ? toNativeHolding(network, balance, known) : null
  }
  const checked = contract === undefined ? null : address(contract)
  const decimals = /^\d{1,2}$/.test(row.quantity.decimals) ? Number(row.quantity.decimals) : 0
  if (checked === null || decimals === 0 || decimals > holdingLimits.decimals) return null
  const balance = toDecimalUnits(amount.success, decimals)
  if (!isValidBalance(balance)) return null
  const { name, symbol } = row
  const token = { address: checked, ...sanitizeDescription({ name, symbol, decimals }), icon: known.icon }
  return withPrice({ network: network.caipNetworkId, ...token }, balance, known.price, known.value, network)
}

/** A row of the wallet's own; `null` where it has no decimals or makes no sense. */
export const toAssetHolding = (asset: WalletAsset, { network, address }: HoldingContext): Holding | null => {
  const { balance, decimals } = asset
  if (!isValidBalance(balance)) return null
  const icon = toSafeImageUrl(asset.iconUrl)
  const price = toPrice(asset.price)
  if (asset.token === null) return toNativeHolding(network, balance, { price, icon })
  const checked = address(asset.token)
  if (checked === null || !(decimals > 0 && decimals <= holdingLimits.decimals)) return null
  const token = { network: network.caipNetworkId, address: checked, ...sanitizeDescription(asset), icon }
  return withPrice(token, balance, price, undefined, network)
}

/** The plain contract of a CAIP-10 id; `null` for the network's own currency, `undefined` for what is elsewhere. */
const parseContract = (id: string | undefined, network: Network): string | null | undefined => {
  if (id === undefined) return null
  const here = `${network.caipNetworkId}:`
  if (!id.startsWith(here)) return undefined
  const plain = id.slice(here.length)
  return plain.toLowerCase() === getNativeAddress(network.chainNamespace)?.toLowerCase() ? null : plain
}

const sanitizeDescription = ({ name, symbol, decimals }: TokenDescription): TokenDescription => ({
  name: sanitizeLine(name, holdingLimits.name),
  symbol: sanitizeLine(symbol, holdingLimits.symbol),
  decimals,
})

/** Nothing is worth nothing, and so is everything on a network for tests. */
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

/** A price of 0 is how others write that they know none. */
const toPrice = (number: number | undefined): Decimal | null => {
  const decimal = number === undefined ? null : parseDecimal(number)
  return decimal !== null && Result.isSuccess(decimal) && decimal.success.units > 0n ? decimal.success : null
}

const isValidBalance = (balance: bigint) => balance >= 0n && balance < holdingLimits.balance
