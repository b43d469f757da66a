/**
 * Finds where the ordinary operators can edit a file: a condition negated, a boundary moved, a call removed, a constant changed,
 * two arguments swapped. The compiler's tree says what each place is, so that every edit parses.
 */
import type { Node, SourceFile } from "typescript/unstable/ast";
import {
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isExpressionStatement,
  isIfStatement,
  isImportDeclaration,
  isNumericLiteral,
  isPropertyAccessExpression,
  isSpreadElement,
  isTypeNode,
} from "typescript/unstable/ast/is";

type Operator = "condition negated" | "boundary moved" | "call removed" | "constant changed" | "arguments swapped";

/** The text from `start` to `end` becomes `text`. */
export type Place = {
  readonly operator: Operator;
  readonly start: number;
  readonly end: number;
  readonly text: string;
};

type Tokens = Readonly<Record<string, string>>;

const negated: Tokens = { "===": "!==", "!==": "===", "&&": "||", "||": "&&" };
const moved: Tokens = { "<": "<=", "<=": "<", ">": ">=", ">=": ">" };
/** Functions whose arguments may be swapped. */
const symmetric = /^(?:same(?:[A-Z]\w*)?|Math\.(?:max|min))$/;
const constants: Tokens = { true: "false", false: "true" };

/** All places of a file, in the order of its text. */
export const placesIn = (file: SourceFile): readonly Place[] => {
  const places: Place[] = [];
  const textOf = (node: Node): string => file.text.slice(node.getStart(file), node.end);
  const put = (operator: Operator, node: Node, text: string): void => {
    places.push({ operator, start: node.getStart(file), end: node.end, text });
  };
  const visit = (node: Node): void => {
    if (isImportDeclaration(node) || isTypeNode(node)) return;
    if (isIfStatement(node)) put("condition negated", node.expression, `!(${textOf(node.expression)})`);
    if (isConditionalExpression(node)) put("condition negated", node.condition, `!(${textOf(node.condition)})`);
    if (isBinaryExpression(node)) {
      const { operatorToken: token } = node;
      const [opposite, neighbour] = [negated[textOf(token)], moved[textOf(token)]];
      if (opposite) put("condition negated", token, opposite);
      if (neighbour) put("boundary moved", token, neighbour);
    }
    const constant = constants[textOf(node)];
    if (constant) put("constant changed", node, constant);
    if (isNumericLiteral(node))
      put("constant changed", node, Number(textOf(node).replaceAll("_", "")) === 0 ? "1" : "0");
    if (isExpressionStatement(node)) put("call removed", node, ";");
    if (isCallExpression(node)) {
      const [first, second] = node.arguments;
      if (isPropertyAccessExpression(node.expression)) put("call removed", node, textOf(node.expression.expression));
      else if (first && !isSpreadElement(first)) put("call removed", node, `(${textOf(first)})`);
      if (first && second && !isSpreadElement(first) && !isSpreadElement(second)) {
        const [one, other] = [textOf(first), textOf(second)];
        const between = file.text.slice(first.end, second.getStart(file));
        if (one !== other && !symmetric.test(textOf(node.expression)))
          places.push({
            operator: "arguments swapped",
            start: first.getStart(file),
            end: second.end,
            text: `${other}${between}${one}`,
          });
      }
    }
    node.forEachChild(visit);
  };
  visit(file);
  return places;
};
