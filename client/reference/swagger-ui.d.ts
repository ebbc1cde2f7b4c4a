/** Types for Swagger UI's bundle. The package has types only for its Fastify plugin. */
declare module '@fastify/swagger-ui/static/swagger-ui-bundle.js' {
  const SwaggerUI: (options: Record<string, unknown>) => unknown
  export default SwaggerUI
}
