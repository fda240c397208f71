const toRef = ({ name, version }) => `${name}@${version}`

/**
 * Returns the software bill of materials of one package: what is installed with it, and what its files contain.
 * @param workspace npm's CycloneDX document of the whole workspace, with development dependencies
 * @param manifests the workspace's own manifests by name
 * @param name the package
 * @param bundled the packages whose code is in its files, each with name and version
 * @returns a CycloneDX 1.5 document
 */
export const makeSbom = (workspace, manifests, name, bundled) => {
  const components = new Map(workspace.components.map((component) => [component["bom-ref"], component]))
  const links = new Map(workspace.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const own = new Map(Object.values(manifests).map((manifest) => [toRef(manifest), manifest]))

  /** Returns what a package needs. An own package lists its development dependencies, too, which stay out. */
  const getNeeded = (ref) => {
    const { dependencies, optionalDependencies } = own.get(ref) ?? {}
    const wanted = { ...dependencies, ...optionalDependencies }
    return (links.get(ref) ?? []).filter(
      (link) => !own.has(ref) || link.slice(0, link.lastIndexOf("@")) in wanted,
    )
  }

  const root = toRef(manifests[name])
  const contained = bundled.map(toRef)
  const refs = new Set([root, ...contained])
  for (const ref of refs)
    for (const link of ref === root || !contained.includes(ref) ? getNeeded(ref) : []) refs.add(link)

  const find = (ref) => {
    const component = components.get(ref)
    if (component === undefined) throw new Error(`${ref} is not in the lock file.`)
    // npm names a workspace's package by its folder.
    return { ...component, name: own.get(ref)?.name ?? component.name }
  }
  return {
    ...workspace,
    serialNumber: `urn:uuid:${crypto.randomUUID()}`,
    metadata: { ...workspace.metadata, component: find(root) },
    components: [...refs].filter((ref) => ref !== root).map(find),
    dependencies: [...refs].map((ref) => ({
      ref,
      dependsOn: [
        ...new Set([...getNeeded(ref).filter((link) => refs.has(link)), ...(ref === root ? contained : [])]),
      ],
    })),
  }
}

/** Returns the SPDX expressions of a component's licence. */
export const getLicences = ({ licenses = [] }) =>
  licenses.map(({ expression, license }) => expression ?? license.id ?? license.name)
