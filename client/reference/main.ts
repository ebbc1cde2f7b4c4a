/** Starts the reference, which the server sends for /api/docs: Swagger UI with this server's OpenAPI document. */
import SwaggerUI from '@fastify/swagger-ui/static/swagger-ui-bundle.js'
import '@fastify/swagger-ui/static/swagger-ui.css'
import './reference.css'

SwaggerUI({
  url: '/api/openapi.json',
  dom_id: '#reference',
  // Gives each operation a URL, which the tester links to.
  deepLinking: true,
  // By default, Swagger UI calls a validator on a third-party server.
  validatorUrl: null,
  // The token is kept only in this tab.
  persistAuthorization: false,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
})
