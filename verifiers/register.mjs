#!/usr/bin/env node
// The earlier name of books.mjs, which verifies registers of shares alone too.
import './books.mjs'
