// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Names of the roles that the authority grants.
library Roles {
    /// Mints allotments in sequence.
    bytes32 internal constant MINTER = keccak256("MINTER");
    /// Mints with ERC-3643's mint and batchMint, outside the sequence. Nobody has it at deployment.
    bytes32 internal constant DIRECT_MINTER = keccak256("DIRECT_MINTER");
    /// Records the hash of the title evidence; must not be a minter.
    bytes32 internal constant TITLE_RECORDER = keccak256("TITLE_RECORDER");
    /// Freezes, forces transfers, recovers and burns.
    bytes32 internal constant ENFORCER = keccak256("ENFORCER");
    /// Pauses and unpauses a token.
    bytes32 internal constant PAUSER = keccak256("PAUSER");
    /// Registers identities and onboards investors.
    bytes32 internal constant REGISTRAR = keccak256("REGISTRAR");
    /// Deploys the contracts of a property.
    bytes32 internal constant PROPERTY_DEPLOYER = keccak256("PROPERTY_DEPLOYER");
    /// Anchors roots of the register.
    bytes32 internal constant ANCHOR = keccak256("ANCHOR");
    /// Executes calls from custodial identities.
    bytes32 internal constant CUSTODIAN = keccak256("CUSTODIAN");
}
