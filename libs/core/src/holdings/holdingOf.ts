import type { TokenBalance } from "@wmodal/api"
import { type Actions, sanitizeLine, type TokenDescription, type WalletAsset } from "@wmodal/chains"
import {
  type Decimal,
  multiplyDecimals,
  type Network,
  parseDecimal,
  toDecimalUnits,
  zeroDecimal,
} from "@wmodal/protocol"
import { Result } from "effect"
import { safePicture } from "../flows/safePicture.ts"
import type { Holding, Token } from "./Holdings.ts"
import { nativeAddress } from "./nativeAddress.ts"

/** What is needed to read a row from outside. */
export interface Place {
  readonly network: Network
  readonly address: Actions["address"]
}

/** The longest amount, name and symbol there are, and the most decimals: anything beyond is a joke of the token's. */
const most = { balance: 2n ** 256n, name: 64, symbol: 32, decimals: 77 } as const

/** The network's own currency, as the page's configuration has it, whatever others call it. */
export const nativeHolding = (
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
  return priced(
    { network: network.caipNetworkId, address: null, name, symbol, decimals, icon },
    balance,
    known.price ?? null,
    known.value,
    network,
  )
}

/** A token by its contract's own word. Nobody has said what it is worth. */
export const unverifiedHolding = (
  network: Network,
  address: string,
  description: TokenDescription,
  balance: bigint,
): Holding =>
  priced(
    { network: network.caipNetworkId, address, ...described(description), icon: null },
    balance,
    null,
    null,
    network,
  )

/** A row of the blockchain endpoint; `null` where it is none of this network, has no decimals, or makes no sense. */
export const holdingOfBalance = (row: TokenBalance, { network, address }: Place): Holding | null => {
  if (row.chainId !== network.caipNetworkId) return null
  const amount = parseDecimal(row.quantity.numeric)
  if (Result.isFailure(amount)) return null
  const known = { price: positive(row.price), value: positive(row.value), icon: safePicture(row.iconUrl) }
  const contract = contractOf(row.address, network)
  if (contract === null) {
    const balance = toDecimalUnits(amount.success, network.nativeCurrency.decimals)
    return isAmount(balance) ? nativeHolding(network, balance, known) : null
  }
  const checked = contract === undefined ? null : address(contract)
  const decimals = /^\d{1,2}$/.test(row.quantity.decimals) ? Number(row.quantity.decimals) : 0
  if (checked === null || decimals === 0 || decimals > most.decimals) return null
  const balance = toDecimalUnits(amount.success, decimals)
  if (!isAmount(balance)) return null
  const { name, symbol } = row
  const token = { address: checked, ...described({ name, symbol, decimals }), icon: known.icon }
  return priced({ network: network.caipNetworkId, ...token }, balance, known.price, known.value, network)
}

/** A row of the wallet's own; `null` where it has no decimals or makes no sense. */
export const holdingOfAsset = (asset: WalletAsset, { network, address }: Place): Holding | null => {
  const { balance, decimals } = asset
  if (!isAmount(balance)) return null
  const icon = safePicture(asset.iconUrl)
  const price = positive(asset.price)
  if (asset.token === null) return nativeHolding(network, balance, { price, icon })
  const checked = address(asset.token)
  if (checked === null || !(decimals > 0 && decimals <= most.decimals)) return null
  const token = { network: network.caipNetworkId, address: checked, ...described(asset), icon }
  return priced(token, balance, price, undefined, network)
}

/** The plain contract of a CAIP-10 id; `null` for the network's own currency, `undefined` for what is elsewhere. */
const contractOf = (id: string | undefined, network: Network): string | null | undefined => {
  if (id === undefined) return null
  const here = `${network.caipNetworkId}:`
  if (!id.startsWith(here)) return undefined
  const plain = id.slice(here.length)
  return plain.toLowerCase() === nativeAddress(network.chainNamespace)?.toLowerCase() ? null : plain
}

const described = ({ name, symbol, decimals }: TokenDescription): TokenDescription => ({
  name: sanitizeLine(name, most.name),
  symbol: sanitizeLine(symbol, most.symbol),
  decimals,
})

/** Nothing is worth nothing, and so is everything on a network for tests. */
const priced = (
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
const positive = (number: number | undefined): Decimal | null => {
  const decimal = number === undefined ? null : parseDecimal(number)
  return decimal !== null && Result.isSuccess(decimal) && decimal.success.units > 0n ? decimal.success : null
}

const isAmount = (balance: bigint) => balance >= 0n && balance < most.balance
