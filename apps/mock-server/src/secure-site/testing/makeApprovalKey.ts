import { generateKeyPairSync, sign } from "node:crypto"

/** Creates a key pair that signs approvals. */
export const makeApprovalKey = () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const { x = "", y = "" } = publicKey.export({ format: "jwk" })
  const point = [Buffer.of(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]
  return {
    publicKey: Buffer.concat(point).toString("base64url"),
    sign: (text: string): string =>
      sign("sha256", Buffer.from(text), { key: privateKey, dsaEncoding: "ieee-p1363" }).toString("base64url"),
  }
}
