import { hasKey } from "./hasKey.ts"

/** What is wrong with a value, and where in it. Never quotes the value, which may be long. */
export class Issue {
  readonly message: string
  readonly path: readonly string[]

  constructor(message: string, path: readonly string[] = []) {
    this.message = message
    this.path = path
  }
}

/** Returns the decoded value, or its first issue. Throws only where reading the value throws. */
export type Decoder<A> = (value: unknown) => A | Issue

/** The values that a decoder returns. */
export type Decoded<D> = D extends Decoder<infer A> ? A : never

/** A decoder of a field that may be absent. */
interface OptionalDecoder<A> extends Decoder<A> {
  readonly isOptional: true
}

/** Makes a decoder of the values that pass a guard. */
export const guard =
  <A>(is: (value: unknown) => value is A, message: string): Decoder<A> =>
  (value) =>
    is(value) ? value : new Issue(message)

const type =
  <A>(is: (value: unknown) => value is A, name: string): Decoder<A> =>
  (value) =>
    is(value) ? value : new Issue(value === undefined ? "missing" : `expected ${name}`)

/** Decodes a string. */
export const text = type((value) => typeof value === "string", "string")
/** Decodes a boolean. */
export const flag = type((value) => typeof value === "boolean", "boolean")
/** Decodes a number other than NaN. */
export const number = type(
  (value): value is number => typeof value === "number" && !Number.isNaN(value),
  "number",
)

/** Makes a decoder of one of these texts. */
export const choice = <const A extends string>(options: readonly A[]): Decoder<A> =>
  type(
    (value): value is A => options.some((option) => option === value),
    `(${options.map((option) => `"${option}"`).join(" | ")})`,
  )

/** Adds a condition to a decoder. */
export const check =
  <A>(decode: Decoder<A>, holds: (value: A) => boolean, message: string): Decoder<A> =>
  (value) => {
    const decoded = decode(value)
    return decoded instanceof Issue || holds(decoded) ? decoded : new Issue(message)
  }

/** Converts what a decoder returns. */
export const map =
  <A, B>(decode: Decoder<A>, convert: (value: A) => B | Issue): Decoder<B> =>
  (value) => {
    const decoded = decode(value)
    return decoded instanceof Issue ? decoded : convert(decoded)
  }

/** Sets each decoded field. Decodes all of them, so that a value is refused when any of its fields cannot be read. */
const collect = <Output extends object>(
  output: Output,
  keys: readonly string[],
  decodeField: (key: string) => unknown,
): Output | Issue => {
  let issue: Issue | undefined
  for (const key of keys) {
    const field = decodeField(key)
    if (!(field instanceof Issue)) Reflect.set(output, key, field)
    else issue ??= new Issue(field.message, [key, ...field.path])
  }
  return issue ?? output
}

/** Decodes each element of a list; fails with the first issue. */
export const list = <A>(decode: Decoder<A>): Decoder<A[]> =>
  map(
    type((value) => Array.isArray(value), "Array"),
    (values) => collect<A[]>([], [...values.keys()].map(String), (key) => decode(values[Number(key)])),
  )

/** A field that may be absent or undefined. */
export const optional = <A>(decode: Decoder<A>): OptionalDecoder<A | undefined> =>
  exactOptional((value) => (value === undefined ? value : decode(value)))

/** A field that may be absent. */
export const exactOptional = <A>(decode: Decoder<A>): OptionalDecoder<A> =>
  Object.assign((value: unknown) => decode(value), { isOptional: true } as const)

type Fields = Readonly<Record<string, Decoder<unknown>>>
type OptionalKey<F> = { [K in keyof F]: F[K] extends OptionalDecoder<unknown> ? K : never }[keyof F]
type DecodedFields<F> = { readonly [K in Exclude<keyof F, OptionalKey<F>>]: Decoded<F[K]> } & {
  readonly [K in OptionalKey<F>]?: Decoded<F[K]>
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** Makes a decoder of an object. It drops other fields. */
export const object = <F extends Fields>(fields: F): Decoder<DecodedFields<F>> =>
  map(type(isObject, "Object"), (value) =>
    collect(
      {} as DecodedFields<F>,
      Object.keys(fields).filter(
        (key) => hasKey(value, key) || !Object.hasOwn(fields[key] ?? {}, "isOptional"),
      ),
      (key) => {
        const field = value[key]
        return hasKey(value, key) ? fields[key]?.(field) : new Issue("missing")
      },
    ),
  )

/** An object without a class. Lists and maps are not records. */
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** Makes a decoder of a record. Keys that could change a prototype are dropped. */
export const record = <K extends string, A>(
  key: Decoder<K>,
  decode: Decoder<A>,
): Decoder<Readonly<Record<K, A>>> =>
  map(guard(isRecord, "expected an object"), (value) =>
    collect(
      {} as Record<K, A>,
      Object.keys(value).filter((name) => !/^(__proto__|prototype|constructor)$/.test(name)),
      (name) => {
        const [known, decoded] = [key(name), decode(value[name])]
        return known instanceof Issue ? known : decoded
      },
    ),
  )
