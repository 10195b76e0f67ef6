// Mocks for pi's tools: what a tool call returns, without running the tool.
export {};
