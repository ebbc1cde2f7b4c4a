/**
 * Replaces packages that other packages load at startup but use only for features that the shop does not need. Decision 0120 lists these
 * packages and explains how to remove a stub. ES modules import some of these names, so each must be assigned to `exports`.
 */
const { createHash } = require('node:crypto')

/** Finds no GraphQL documents, because the shop has them only in .graphql files. */
class NoLoader {
  load() {
    return Promise.resolve([])
  }

  loadSync() {
    return []
  }
}

exports.ApolloEngineLoader = NoLoader
exports.CodeFileLoader = NoLoader
exports.GitLoader = NoLoader
exports.GithubLoader = NoLoader
exports.UrlLoader = NoLoader

/** @apollo/utils.createhash uses this function in Node, and a JavaScript implementation in browsers. */
exports.createHash = createHash

function unused() {
  throw new Error('This function is replaced by a stub. See docs/decisions/0120-stubs-for-unused-packages.md.')
}

/** Exports of @inquirer/prompts and @whatwg-node/fetch. Only `graphql-codegen init` calls them. */
exports.checkbox = unused
exports.confirm = unused
exports.input = unused
exports.select = unused
exports.fetch = unused
