import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { licenceFaults } from "./licenceFaults.mjs"

const lock = JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8"))

/** Returns the lock file with one package added or replaced. */
const withPackage = (path, entry) => ({ packages: { ...lock.packages, [path]: entry } })

describe("licenceFaults", () => {
  it("returns an empty list for the lock file", () => {
    expect(licenceFaults(lock)).toEqual([])
  })

  it("checks every package, including WalletConnect's four", () => {
    for (const name of ["core", "sign-client", "types", "utils"])
      expect(lock.packages[`node_modules/@walletconnect/${name}`]).toMatchObject({
        version: "2.21.8",
        license: "Apache-2.0",
      })
  })

  it.each([
    [
      "node_modules/@walletconnect/core",
      { version: "2.21.9", license: "SEE LICENSE IN LICENSE.md" },
      "@walletconnect/core 2.21.9 under SEE LICENSE IN LICENSE.md: only 2.21.8 under Apache-2.0 is allowed",
    ],
    [
      "node_modules/a/node_modules/@walletconnect/utils",
      { version: "2.23.0", license: "Apache-2.0" },
      "@walletconnect/utils 2.23.0 under Apache-2.0: only 2.21.8 under Apache-2.0 is allowed",
    ],
    [
      "libs/chains",
      { dependencies: { "@walletconnect/sign-client": "^2.21.8" } },
      "libs/chains requires @walletconnect/sign-client ^2.21.8: the only allowed version is 2.21.8",
    ],
    [
      "node_modules/@reown/appkit",
      { version: "1.0.0", license: "Apache-2.0" },
      "@reown/appkit 1.0.0 is not open source",
    ],
    ["node_modules/x", { version: "1.0.0" }, "x 1.0.0 states no licence"],
    [
      "node_modules/x",
      { version: "1.0.0", license: "GPL-3.0" },
      "x 1.0.0 has the licence GPL-3.0, which is not allowed",
    ],
    [
      "node_modules/x",
      { version: "1.0.0", license: "MIT AND GPL-3.0" },
      "x 1.0.0 has the licence MIT AND GPL-3.0, which is not allowed",
    ],
  ])("names a package with a closed licence: %s", (path, entry, fault) => {
    expect(licenceFaults(withPackage(path, entry))).toContain(fault)
  })

  it("accepts one permitted licence of several alternatives", () => {
    const entry = { version: "1.0.0", license: "(GPL-3.0 OR MIT)" }
    expect(licenceFaults(withPackage("node_modules/x", entry))).toEqual([])
  })
})
