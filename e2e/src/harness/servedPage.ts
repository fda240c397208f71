import { makeStoryNetworks } from "./networks.ts"
import type { ReactApp } from "./reactPage.ts"
import type { HostOptions } from "./site.ts"
import type { TestWorld } from "./testWorld.ts"

const makePolicy = (world: TestWorld) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src ${new URL(world.blockchain).origin}`,
    "img-src data:",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ")

const renderHtml = (body: string, before: string | undefined) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Rendered by a server</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/cdn/button.css">
    ${before === undefined ? "" : '<script src="/before.js"></script>'}<script type="module" src="/client.js"></script>
  </head>
  <body>${body}</body>
</html>
`

/**
 * Makes the page of a React app that a server has rendered, under a policy that allows no inline script.
 * @param page `cookie`: whether the server knows the modal's cookie. `before`: a script that runs before the app's
 */
export const makeServedPage = (
  app: ReactApp,
  world: TestWorld,
  { before, cookie }: { readonly cookie: boolean; readonly before?: string },
): HostOptions => {
  const { ethereum, polygon } = makeStoryNetworks(world)
  const options = {
    projectId: world.projectId,
    networks: [ethereum, polygon],
    // Without the blockchain API an account has no name: its label is its address.
    endpoints: { directory: world.directory },
    themeMode: "light",
    cookie,
  }
  return {
    files: {
      "/index.html": (cookies) => renderHtml(app.render(options, cookie ? cookies : null), before),
      "/client.js": app.client,
      ...(before !== undefined && { "/before.js": before }),
    },
    headers: { "content-security-policy": makePolicy(world) },
  }
}
