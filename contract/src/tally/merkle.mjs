// Plain JavaScript without dependencies: the server, the browser and scripts/check-poll.mjs run these very lines.

/**
 * SHA-256. Browsers have no other than Web Crypto, servers a faster one.
 * @typedef {(bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>} Digest
 */

const encoder = new TextEncoder()

/** How many hashes are computed at once: a power of two. A tree of any size keeps one hash for each batch of leaves. */
const batchSize = 1024

/** @param {Uint8Array} bytes */
export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * The Merkle tree of RFC 6962, section 2.1, over lines of text: the hash of a leaf is that of a byte 0 and the line, the hash of
 * a node that of a byte 1 and the hashes of its two children.
 */
export class MerkleTree {
  /** @param {Digest} digest */
  constructor(digest) {
    this.digest = digest
    /** @type {string[]} */
    this.waiting = []
    /**
     * Roots of the batches so far.
     * @type {Uint8Array<ArrayBuffer>[]}
     */
    this.roots = []
  }

  /**
   * Adds a leaf.
   * @param {string} line
   * @returns {Promise<void> | undefined} a promise that must be awaited before the next leaf, once for each batch
   */
  add(line) {
    this.waiting.push(line)
    return this.waiting.length === batchSize ? this.#finishBatch() : undefined
  }

  /** @returns {Promise<string>} in hexadecimal; that of an empty tree is the hash of nothing */
  async root() {
    if (this.waiting.length > 0) await this.#finishBatch()
    const root = this.roots.length > 0 ? await this.#rootOf(this.roots) : await this.digest(new Uint8Array())
    return toHex(root)
  }

  async #finishBatch() {
    const lines = this.waiting
    this.waiting = []
    const leaves = lines.map((line) => this.digest(encoder.encode(`\0${line}`)))
    this.roots.push(await this.#rootOf(await Promise.all(leaves)))
  }

  /**
   * A node without a neighbor moves up, which is where RFC 6962 splits a tree: at the largest power of two.
   * @param {Uint8Array<ArrayBuffer>[]} nodes
   * @returns {Promise<Uint8Array<ArrayBuffer>>}
   */
  async #rootOf(nodes) {
    const [first] = nodes
    if (nodes.length === 1 && first) return first
    /** @type {Promise<Uint8Array<ArrayBuffer>>[]} */
    const parents = []
    for (let index = 0; index < nodes.length; index += 2) {
      const [left, right] = nodes.slice(index, index + 2)
      if (left) parents.push(right ? this.digest(joined(left, right)) : Promise.resolve(left))
    }
    return this.#rootOf(await Promise.all(parents))
  }
}

/**
 * @param {Uint8Array} left
 * @param {Uint8Array} right
 */
function joined(left, right) {
  const bytes = new Uint8Array(1 + left.length + right.length)
  bytes[0] = 1
  bytes.set(left, 1)
  bytes.set(right, 1 + left.length)
  return bytes
}
