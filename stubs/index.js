/**
 * Stands in for packages that others load when they start, but use only for what the shop never asks of them. Decision
 * 0120 lists them and says how to end one. ES modules import some of these names, so each must be assigned to `exports`.
 */
const { createHash } = require('node:crypto')

/** Finds no GraphQL documents: the shop's are in .graphql files, not in code, in Git or on a server. */
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

/** @apollo/utils.createhash is this function too, with a copy of it in JavaScript for browsers. */
exports.createHash = createHash

function unused() {
  throw new Error(
    'This function is replaced by a stub. See docs/decisions/0120-stubs-for-packages-that-nobody-calls.md.',
  )
}

/** Of @inquirer/prompts and @whatwg-node/fetch, which only `graphql-codegen init` calls. */
exports.checkbox = unused
exports.confirm = unused
exports.input = unused
exports.select = unused
exports.fetch = unused
