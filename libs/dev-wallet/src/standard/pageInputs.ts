import { toBase64 } from "@wmodal/chains/internal"

/** A page's input, which may be anything: what is no such thing goes to the wallet as `null`, and is refused there. */
const read = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : null

const addressIn = (input: unknown): unknown => read(read(input, "account"), "address") ?? null

const bytesIn = (input: unknown, name: string): string | null => {
  const value = read(input, name)
  return isBytes(value) ? toBase64(value) : null
}

/** Those of another frame too, which are no instance of this one's. */
const isBytes = (value: unknown): value is Uint8Array =>
  Object.prototype.toString.call(value) === "[object Uint8Array]" && ArrayBuffer.isView(value)

export const messageIn = (input: unknown) => ({
  address: addressIn(input),
  message: bytesIn(input, "message"),
})

/** How it is sent is the wallet's business: a page's options are only hints. */
export const transactionIn = (input: unknown) => ({
  address: addressIn(input),
  transaction: bytesIn(input, "transaction"),
  chain: read(input, "chain") ?? null,
})

export const psbtIn = (input: unknown) => {
  const inputs = read(input, "inputsToSign")
  return {
    psbt: bytesIn(input, "psbt"),
    chain: read(input, "chain") ?? null,
    inputsToSign: Array.isArray(inputs)
      ? inputs.map((one: unknown) => ({
          address: addressIn(one),
          signingIndexes: read(one, "signingIndexes") ?? null,
          sigHash: read(one, "sigHash") ?? null,
        }))
      : null,
  }
}
