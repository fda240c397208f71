import { encodeBase64 } from "@wmodal/chains/internal"

/** The input may have any type. A missing or invalid property is sent as `null`, and the wallet rejects it. */
const readProperty = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : null

const getInputAddress = (input: unknown): unknown =>
  readProperty(readProperty(input, "account"), "address") ?? null

const toBase64Property = (input: unknown, name: string): string | null => {
  const value = readProperty(input, name)
  return isBytes(value) ? encodeBase64(value) : null
}

/** Also accepts arrays of another frame, which are not instances of this frame's class. */
const isBytes = (value: unknown): value is Uint8Array =>
  Object.prototype.toString.call(value) === "[object Uint8Array]" && ArrayBuffer.isView(value)

export const toMessageParams = (input: unknown) => ({
  address: getInputAddress(input),
  message: toBase64Property(input, "message"),
})

/** Drops the send options: they are hints, and the wallet decides how to send. */
export const toTransactionParams = (input: unknown) => ({
  address: getInputAddress(input),
  transaction: toBase64Property(input, "transaction"),
  chain: readProperty(input, "chain") ?? null,
})

export const toPayloadParams = (input: unknown) => ({
  address: getInputAddress(input),
  payload: readProperty(input, "payload") ?? null,
  chain: readProperty(input, "chain") ?? null,
})

export const toPsbtParams = (input: unknown) => {
  const inputs = readProperty(input, "inputsToSign")
  return {
    psbt: toBase64Property(input, "psbt"),
    chain: readProperty(input, "chain") ?? null,
    inputsToSign: Array.isArray(inputs)
      ? inputs.map((one: unknown) => ({
          address: getInputAddress(one),
          signingIndexes: readProperty(one, "signingIndexes") ?? null,
          sigHash: readProperty(one, "sigHash") ?? null,
        }))
      : null,
  }
}
