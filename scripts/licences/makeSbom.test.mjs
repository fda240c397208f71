import { describe, expect, it } from "vitest"
import { getLicences, makeSbom } from "./makeSbom.mjs"

const component = (ref, name, licenses = [{ license: { id: "MIT" } }]) => ({ "bom-ref": ref, name, licenses })

const workspace = {
  bomFormat: "CycloneDX",
  serialNumber: "urn:uuid:one",
  metadata: { component: component("workspace@1.0.0", "workspace") },
  components: [
    component("@wmodal/core@1.0.0", "core"),
    component("@wmodal/api@1.0.0", "api"),
    component("effect@4.1.0", "effect"),
    component("fast@2.0.0", "fast", [{ expression: "MIT OR Apache-2.0" }]),
    component("tests@1.0.0", "tests"),
    component("uqr@0.1.3", "uqr"),
  ],
  dependencies: [
    { ref: "@wmodal/core@1.0.0", dependsOn: ["@wmodal/api@1.0.0", "tests@1.0.0", "uqr@0.1.3"] },
    { ref: "@wmodal/api@1.0.0", dependsOn: ["effect@4.1.0", "tests@1.0.0"] },
    { ref: "effect@4.1.0", dependsOn: ["fast@2.0.0"] },
  ],
}

const manifests = {
  "@wmodal/core": {
    name: "@wmodal/core",
    version: "1.0.0",
    dependencies: { "@wmodal/api": "1.0.0" },
    devDependencies: { tests: "1.0.0", uqr: "0.1.3" },
  },
  "@wmodal/api": {
    name: "@wmodal/api",
    version: "1.0.0",
    dependencies: { effect: "4.1.0" },
    devDependencies: { tests: "1.0.0" },
  },
}

describe("makeSbom", () => {
  it("lists what is installed with a package, without development dependencies", () => {
    const { components, metadata } = makeSbom(workspace, manifests, "@wmodal/core", [])
    expect(metadata.component.name).toBe("@wmodal/core")
    expect(components.map(({ name }) => name)).toEqual(["@wmodal/api", "effect", "fast"])
    expect(components.flatMap(getLicences)).toEqual(["MIT", "MIT", "MIT OR Apache-2.0"])
  })

  it("lists the packages whose code is in the files", () => {
    const bundled = [{ name: "uqr", version: "0.1.3" }]
    const { components, dependencies } = makeSbom(workspace, manifests, "@wmodal/core", bundled)
    expect(components.map(({ name }) => name)).toContain("uqr")
    expect(dependencies[0]).toEqual({
      ref: "@wmodal/core@1.0.0",
      dependsOn: ["@wmodal/api@1.0.0", "uqr@0.1.3"],
    })
  })

  it("throws when a bundled package is not in the lock file", () => {
    const bundled = [{ name: "uqr", version: "9.9.9" }]
    expect(() => makeSbom(workspace, manifests, "@wmodal/core", bundled)).toThrow(
      "uqr@9.9.9 is not in the lock file.",
    )
  })
})
