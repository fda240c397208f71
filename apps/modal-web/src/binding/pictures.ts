/** Bytes of a picture; larger ones show letters. */
const maxBytes = 5_000_000
/** Milliseconds until a picture counts as missing. */
const timeoutMs = 20_000
/** Pictures that are kept. The oldest are dropped first, and come from the browser's own cache when they return. */
const maxKept = 300

/** Settled pictures as `data:` addresses, by their own; `null` for those that cannot be shown. */
const kept = new Map<string, string | null>()
const asked = new Map<string, Promise<string | null>>()

const isImage = (type: string) => /^image\/|\/octet-stream$/.test(type)

const readBlob = (blob: Blob) =>
  new Promise<string | null>((done) => {
    const reader = new FileReader()
    reader.onloadend = () => done(typeof reader.result === "string" ? reader.result : null)
    reader.readAsDataURL(blob)
  })

/**
 * Fetches a picture from its own host only: an `<img>` would follow a redirect to any other. Its host has to allow this
 * page by CORS. Data, unlike a `blob:`, stays without the page's rights when a user opens it in a tab of its own.
 */
const fetchPicture = async (url: string): Promise<string | null> => {
  try {
    const response = await fetch(url, {
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
      signal: AbortSignal.timeout(timeoutMs),
    })
    const isShort = !(Number(response.headers.get("content-length")) > maxBytes)
    const blob = response.ok && isShort ? await response.blob() : null
    return blob !== null && blob.size <= maxBytes && isImage(blob.type) ? await readBlob(blob) : null
  } catch {
    return null
  }
}

/** Returns a picture that is loaded; `null` if it cannot be shown, `undefined` if it is not loaded. */
export const peekPicture = (url: string): string | null | undefined => kept.get(url)

/** Loads a picture as a `data:` address, each at most once at a time; `null` if it cannot be shown. Never rejects. */
export const loadPicture = (url: string): Promise<string | null> => {
  const now = kept.get(url)
  if (now !== undefined && now !== null) return Promise.resolve(now)
  const loading =
    asked.get(url) ??
    fetchPicture(url).then((picture) => {
      asked.delete(url)
      kept.delete(url)
      kept.set(url, picture)
      const [oldest] = kept.keys()
      if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
      return picture
    })
  asked.set(url, loading)
  return loading
}
