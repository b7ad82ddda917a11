// The linter of the modules for pages and for Node: `npm run check`.

import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: globals.browser },
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-shadow": "error",
      "max-lines": ["error", 500],
      "max-lines-per-function": ["error", 60],
      "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
    },
  },
  { files: ["wasm/node.js", "wasm/examples/server.js"], languageOptions: { globals: globals.node } },
];
