/** Starts the reference, which a browser gets at /api/docs: Swagger UI over the document of the server that sent it. */
import SwaggerUI from '@fastify/swagger-ui/static/swagger-ui-bundle.js'
import '@fastify/swagger-ui/static/swagger-ui.css'
import './reference.css'

SwaggerUI({
  url: '/api/openapi.json',
  dom_id: '#reference',
  // Each operation has an address: the tester's links lead to it.
  deepLinking: true,
  // By default it asks a server of its makers.
  validatorUrl: null,
  // A token is the tab's alone.
  persistAuthorization: false,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
})
