import { html } from "hono/html"
import type { PageScript } from "../generated/scripts.ts"

export type Markup = ReturnType<typeof html>

/** Renders a page of the site. Its script renders the dynamic content. */
export const renderLayout = (page: {
  readonly title: string
  readonly script: PageScript
  /** The class of the body. */
  readonly kind: "frame" | "page"
  readonly body: Markup
}): Markup => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/frame/style.css">
<script type="module" src="/frame/${page.script}"></script>
</head>
<body class="${page.kind}">
${page.body}
<p class="too-small" id="too-small" role="status" hidden>This window is too small to show what you confirm. Make it larger.</p>
<noscript>This page needs JavaScript.</noscript>
</body>
</html>`
