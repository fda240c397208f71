/** A script or a style of a page, or a file that its scripts import. */
export interface PageFile {
  readonly url: string
  readonly type: "script" | "style"
  /** HTTP status; 0 when a browser would reject the content type. */
  readonly status: number
}

const contentTypeByKind = { script: "text/javascript", style: "text/css" } as const

/** Fetches every script and style of a page, and every file that those scripts import. @param page URL */
export async function fetchPageFiles(page: string): Promise<readonly PageFile[]> {
  const html = await (await fetch(page)).text()
  const files = new Map<string, PageFile>()
  const load = async (url: string, type: PageFile["type"]): Promise<void> => {
    if (files.has(url)) return
    const response = await fetch(url)
    const text = await response.text()
    const isReadable = response.headers.get("content-type")?.startsWith(contentTypeByKind[type]) === true
    files.set(url, { url, type, status: response.ok && !isReadable ? 0 : response.status })
    if (type === "script")
      for (const path of parseImports(text)) await load(new URL(path, url).href, "script")
  }
  for (const [, path = ""] of html.matchAll(/<script[^>]* src="([^"]+)"/g))
    await load(new URL(path, page).href, "script")
  for (const [, path = ""] of html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g))
    await load(new URL(path, page).href, "style")
  return [...files.values()]
}

/** Returns the relative paths of static and dynamic imports. */
const parseImports = (script: string): readonly string[] =>
  [...script.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["'`](\.{1,2}\/[^"'`]+)["'`]/g)].map(
    ([, path = ""]) => path,
  )
