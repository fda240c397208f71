const scope = /(?:^|\/)apps\/modal-web\/src\//

/** The one element, whose source is data; the demo is a page like any other. */
const exceptions = /\/ui\/ImageElement\.tsx$|\/demo\/|\.test\.[a-z]+$/

const message = "a picture's host would learn of the user: show it by usePicture and ImageElement"

/** Pictures are fetched from named hosts, without redirects, and shown as data. */
export const pictures = {
  create(context) {
    const file = context.filename.replaceAll("\\", "/")
    if (!scope.test(file) || exceptions.test(file)) return {}
    return {
      JSXOpeningElement: (node) => {
        if (/^(?:img|image|picture|source)$/.test(node.name.name ?? "")) context.report({ node, message })
      },
      NewExpression: (node) => {
        if (node.callee.name === "Image") context.report({ node, message })
      },
    }
  },
}
