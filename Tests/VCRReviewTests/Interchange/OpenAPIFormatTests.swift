import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// Descriptions of a service in OpenAPI, whose examples are stubs.
@Suite struct OpenAPIFormatTests {
  private static let description = """
    openapi: 3.0.3
    info: {title: Pets, version: '1'}
    servers:
    - url: https://{region}.pets.test/v1/
      variables: {region: {default: eu}}
    paths:
      /pets/{id}/{kind}:
        parameters:
        - {name: id, in: path, required: true, schema: {type: string}, example: a/b}
        - $ref: '#/components/parameters/kind'
        get:
          responses:
            '404': {description: none, content: {application/json: {example: {error: none}}}}
            '200':
              description: a pet
              headers: {X-Rate: {schema: {type: integer, example: 9}}, X-None: {}}
              content:
                text/plain: {example: Rex}
                application/json:
                  examples:
                    rex: {$ref: '#/components/examples/rex'}
                    tom: {value: {id: 2}}
      /pets:
        post:
          requestBody: {content: {application/json: {example: '{"name": "Rex"}'}}}
          responses:
            '201':
              description: made
              content: {application/json: {schema: {$ref: '#/components/schemas/pet'}}}
        get:
          responses:
            '200': {description: all, content: {application/json: {schema: {type: array}}}}
        delete:
          responses: {'204': {description: gone}}
    components:
      parameters:
        kind: {name: kind, in: path, schema: {type: string, enum: [dog, cat]}}
      examples:
        rex: {value: {id: 1, born: 2020-01-01, price: 1.50, good: true, note: null}}
      schemas:
        pet: {type: object, example: {id: 3}}
    """

  @Test func `each operation whose response has an example is a stub`() throws {
    let cassette = try ForeignCassette(Self.description)
    #expect(cassette.format == "OpenAPI")
    #expect(
      cassette.interactions.map { "\($0.request.method) \($0.request.url)" } == [
        "GET https://eu.pets.test/v1/pets/a%2Fb/dog", "POST https://eu.pets.test/v1/pets",
        "DELETE https://eu.pets.test/v1/pets",
      ])
    #expect(
      cassette.interactions.allSatisfy {
        $0.rule == Interaction.Rule(match: ["method", "path"], times: .max)
      })
    let pet = try cassette.response()
    #expect(pet.status == 200)
    #expect(pet.headers == ["X-Rate": "9", "Content-Type": "application/json"])
    #expect(
      pet.body.bytes
        == Array(#"{"id":1,"born":"2020-01-01","price":1.50,"good":true,"note":null}"#.utf8))
    #expect(cassette.interactions[1].request.body.bytes == Array(#"{"name": "Rex"}"#.utf8))
    #expect(try cassette.response(1).body.bytes == Array(#"{"id":3}"#.utf8))
    #expect(try cassette.response(2).status == 204)
    #expect(
      cassette.losses.map { "\($0.interaction ?? 0) \($0.text)" } == [
        "1 is a further response of an operation, of which one is served",
        "2 of several examples of its response the first is served",
        "4 is a response without an example",
      ])
  }

  @Test func `Swagger 2 has its examples by their types`() throws {
    let cassette = try ForeignCassette(
      #"""
      {"swagger": "2.0", "host": "x.test", "basePath": "/v2", "schemes": ["http"],
       "paths": {"/a/{id}": {"get": {
         "parameters": [{"name": "other", "in": "path", "type": "string"}],
         "responses": {"200": {"examples": {"application/xml": "<a/>"}}}}}}}
      """#)
    #expect(cassette.interactions.map(\.request.url) == ["http://x.test/v2/a/{id}"])
    #expect(
      cassette.losses.map(\.text) == [
        "a parameter of its path has no example, and stands there by its name"
      ])
    #expect(try cassette.response().headers == ["Content-Type": "application/xml"])
    #expect(try cassette.response().body.bytes == Array("<a/>".utf8))
  }

  @Test(arguments: [
    #"{"openapi": "3.1.0", "paths": {"/a": {"get": {"responses": {"200": {"content": {}}}}}}}"#,
    ##"{"openapi": "3.1.0", "paths": {"/a": {"$ref": "#/paths/~1a"}}}"##,
    #"{"openapi": "3.1.0", "paths": []}"#,
  ])
  func `a description without an example is no recording`(text: String) {
    let error = #expect(throws: CassetteError.self) { try ForeignCassette(text) }
    #expect(error?.reason.contains("no recording that vcr knows") == true)
  }
}
