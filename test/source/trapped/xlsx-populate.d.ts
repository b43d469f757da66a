/** The part of xlsx-populate that the tests use; the package has no types. */
declare module "xlsx-populate" {
  type Cell = { value: (value: string | number) => Cell; style: (name: "numberFormat", format: string) => Cell };
  type Sheet = { cell: (row: number, column: number) => Cell };
  type Book = { sheet: (index: number) => Sheet; outputAsync: (type: "nodebuffer") => Promise<Buffer> };
  const populate: { fromBlankAsync: () => Promise<Book> };
  export default populate;
}
