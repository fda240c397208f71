import { script as scripts } from "bitcoinjs-lib"

/** An amount of a rune for an output. Source: ord, "Runes Does Not Have a Specification". */
interface Edict {
  /** `<block>:<transaction>`. */
  readonly rune: string
  /** Base units; 0 for all that is left. */
  readonly amount: bigint
  /** The index of an output; their count for an equal part to each of them. */
  readonly output: number
}

/** What a transaction does with the runes of its inputs. */
interface Runestone {
  readonly edicts: readonly Edict[]
  /** The output that receives what no edict names; `null` for the first that carries no data. */
  readonly pointer: number | null
}

/** OP_RETURN, OP_13: the output whose data is about runes. */
export const isRunestone = ([first, second]: Uint8Array): boolean => first === 0x6a && second === 0x5d

/** Tags whose values do not move what inputs hold. Odd ones may be ignored. */
const knownTags: ReadonlySet<bigint> = new Set([0n, 2n, 4n, 6n, 8n, 10n, 12n, 14n, 16n, 18n, 20n, 22n])
const pointerTag = 22n

/** @returns `null` if it is malformed: it then burns all runes of the inputs, or a newer version of the rules reads it */
export const decodeRunestone = (output: Uint8Array, outputs: number): Runestone | null => {
  const numbers = decodeNumbers(output)
  if (numbers === null) return null
  let pointer: number | null = null
  for (let at = 0; at < numbers.length; at += 2) {
    const [tag, value] = [numbers[at], numbers[at + 1]]
    if (tag === 0n) {
      const edicts = decodeEdicts(numbers.slice(at + 1), outputs)
      return edicts && { edicts, pointer }
    }
    if (tag === undefined || value === undefined) return null
    if (tag % 2n === 0n && !knownTags.has(tag)) return null
    if (tag === pointerTag) {
      if (value >= BigInt(outputs)) return null
      pointer ??= Number(value)
    }
  }
  return { edicts: [], pointer }
}

const decodeEdicts = (numbers: readonly bigint[], outputs: number): readonly Edict[] | null => {
  if (numbers.length % 4 > 0) return null
  const edicts: Edict[] = []
  let [block, index] = [0n, 0n]
  for (let at = 0; at < numbers.length; at += 4) {
    const [blocks = 0n, indexes = 0n, amount = 0n, output = 0n] = numbers.slice(at, at + 4)
    index = blocks === 0n ? index + indexes : indexes
    block += blocks
    if (output > BigInt(outputs)) return null
    edicts.push({ rune: `${block}:${index}`, amount, output: Number(output) })
  }
  return edicts
}

/** Decodes the LEB128 numbers of all its pushes. */
const decodeNumbers = (output: Uint8Array): readonly bigint[] | null => {
  const pushes = scripts.decompile(output.slice(2))
  if (pushes === null || !pushes.every((push) => typeof push !== "number")) return null
  const numbers: bigint[] = []
  let [value, shift] = [0n, 0n]
  for (const byte of pushes.flatMap((push) => [...push])) {
    value |= BigInt(byte & 0x7f) << shift
    shift += 7n
    if (value >= 2n ** 128n || shift > 133n) return null
    if (byte < 0x80) {
      numbers.push(value)
      ;[value, shift] = [0n, 0n]
    }
  }
  return shift === 0n ? numbers : null
}
