import { expect, it } from "vitest"
import { makeCookieStorage } from "./cookieStorage.ts"

/** Creates a document that records written cookies and returns them without attributes, like a browser. */
const makeJar = () => {
  const kept = new Map<string, string>()
  const written: string[] = []
  return {
    written,
    get cookie() {
      return [...kept].map(([name, value]) => `${name}=${value}`).join("; ")
    },
    set cookie(text: string) {
      written.push(text)
      const [pair = ""] = text.split("; ")
      const [name = "", value = ""] = pair.split("=")
      if (text.includes("Max-Age=0;")) kept.delete(name)
      else kept.set(name, value)
    },
  }
}

it("stores frame data in cookies partitioned by the embedding page", () => {
  const jar = makeJar()
  const storage = makeCookieStorage(jar)
  storage.write("session/p;x/https%3A%2F%2Fa.example", "to=ken; Path=/")
  storage.write("session/p", "other")
  expect(storage.read("session/p;x/https%3A%2F%2Fa.example")).toBe("to=ken; Path=/")
  expect(storage.read("session/p")).toBe("other")
  expect(storage.read("session")).toBeNull()
  storage.remove("session/p")
  expect(storage.read("session/p")).toBeNull()
  for (const text of jar.written)
    expect(text.split("; ").slice(3)).toEqual(["Secure", "SameSite=None", "Partitioned"])
})
